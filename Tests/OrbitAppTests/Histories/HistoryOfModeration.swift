import Auth
import Foundation
import Moderation
import Networking
import NetworkingTesting
import OrbitModels
import Presentation
import Profiles
import Reputation
import Safety
import Testing
import Validation

extension RandomHistory {
    /// Lets a random moderator decide a random case.
    func decide() async throws {
        guard let moderator = moderators.randomElement(using: &random) else { return }
        try await moderator.doNothing()
        let cases = try await moderator.desk.cases(limit: 50).list.elements
        guard let file = cases.randomElement(using: &random) else { return }
        var actions: [ModerationAction] = [.suspend, .suspend, .suspend, .warn, .warn, .dismiss, .dismiss, .ban]
        if file.about.kind != .person { actions += [.removeContent, .removeContent] }
        let action = actions.randomElement(using: &random) ?? .warn
        secrets.append(HistorySecret(audience: .nobody))
        let request = DecideCaseRequest(
            through: file.through, action: action, reason: .insult, note: HistorySecret.text(secrets.count - 1),
            days: action == .suspend ? Int.random(in: 1...12, using: &random) : nil)
        note("\(action) \(file.userID) for \(file.about)")
        decided.append(try await moderator.desk.decide(file.id, request, key: moderator.newKey).id)
    }

    /// Lets a random moderator decide a random appeal, among those that this moderator may decide.
    func decideAppeal() async throws {
        guard let moderator = moderators.randomElement(using: &random) else { return }
        try await moderator.doNothing()
        let appeals = try await moderator.desk.appeals(limit: 50).list.elements
        guard let appeal = appeals.randomElement(using: &random) else { return }
        secrets.append(HistorySecret(audience: .nobody))
        _ = try await moderator.desk.decide(
            appeal.id, overturns: Int.random(in: 0..<3, using: &random) > 0,
            note: HistorySecret.text(secrets.count - 1), key: moderator.newKey)
    }

    /// Lets a moderator end a suspension early, if the suspension is in force.
    func lift() async throws {
        guard let moderator = moderators.first, let decision = decided.randomElement(using: &random) else { return }
        try await moderator.doNothing()
        do {
            _ = try await moderator.desk.lift(decision, note: "Enough.", key: moderator.newKey)
        } catch let error as APIError where error.problem?.code == .alreadyDecided || error.problem?.code == .notFound {
            return  // not a suspension, or no longer in force
        }
    }

    /// Lets a person who cannot sign in read the reason, and sometimes appeal.
    func readSuspension(with code: SuspendedRequest, on device: HistoryDevice, of person: UserID) async throws {
        let service = ReportService(client: device.anonymous)
        let decisions = try await service.decisions(whileSuspended: code)
        #expect(decisions.contains { $0.action.suspends && $0.state == .inForce }, "\(decisions)")
        let reading = try decisionsTell(of: device.listening.takeDecisions(), to: person)
        #expect(reading.isEmpty, "\(reading)")
        let open = decisions.filter { $0.canBeAppealed && $0.state == .inForce }
        guard let decision = open.randomElement(using: &random), Bool.random(using: &random) else { return }
        let appealed = try await service.appeal(
            whileSuspended: SuspendedAppealRequest(
                email: code.email, code: code.code, challengeID: code.challengeID, decisionID: decision.id,
                text: "It was not me."))
        #expect(appealed.appeal == .open)
    }

    /// Erases the account of a person, who then returns with a new account.
    func erase(on index: Int) async throws {
        guard try await comeBack(on: index) else { return }
        try await AccountService(client: devices[index].truth).erase()
        people[owners[index]] = nil
        note("\(index) has erased \(owners[index])")
        try await comeBack(on: index)
    }

    // MARK: Disclosure

    /// Returns the disclosures since the last call: secrets, decisions, mutes and ratings that a device must not
    /// receive.
    func disclosureFaults() async throws -> [String] {
        var found: [String] = []
        for (index, device) in devices.enumerated() {
            let owner = owners[index]
            for secret in device.listening.takeDisclosedSecrets() where try await !mayRead(secret, device.name) {
                found.append("\(device.name) reads secret \(secret.number) at \(secret.path)")
            }
            found += try decisionsTell(of: device.listening.takeDecisions() + device.heard.decisions, to: owner)
            for person in device.heard.muted where muted[owner]?.contains(person) != true {
                found.append("\(device.name) is told of a mute of \(person)")
            }
            for received in device.ratings.received.known {
                let rating = received.rating
                guard try await !store.mayBeKnown(rating.raterID, owner, rating.meetupID, at: clock.date) else {
                    continue
                }
                found.append("\(device.name) sees a rating by \(rating.raterID) too early")
            }
        }
        return found
    }

    /// Returns descriptions of wrong states after every device has received everything.
    ///
    /// A device must not show people who are suspended or deleted. A suspended person must not be signed in.
    func faultsAboutAbsentPeople() async throws -> [String] {
        var away: [UserID] = []
        for person in everyone.sorted() where try await store.isAway(person) { away.append(person) }
        var found: [String] = []
        for (index, device) in devices.enumerated() {
            if away.contains(owners[index]) {
                if await !device.isSignedOut { found.append("\(device.name) is signed in, and suspended") }
                continue
            }
            // Without a log, a device is not notified of actions of other people.
            for person in away where logs != .none && !device.places(of: person).isEmpty {
                found.append("\(device.name) shows \(person), who is away: \(device.places(of: person))")
            }
        }
        return found
    }

    private func mayRead(_ secret: ListeningTransport.DisclosedSecret, _ name: String) async throws -> Bool {
        switch secrets[secret.number].audience {
        case .nobody: return false
        case .one(let owner): return owner == name
        case .rating(let rater, let owner, let ratee, let meetup):
            if owner == name || known.contains(secret.number) { return true }
            guard try await store.mayBeKnown(rater, ratee, meetup, at: secret.at) else { return false }
            known.insert(secret.number)
            return true
        }
    }

    /// Returns descriptions of the bodies that name people other than `person`. A decision must not name them.
    private func decisionsTell(of bodies: [Data], to person: UserID) throws -> [String] {
        guard !bodies.isEmpty else { return [] }
        let others = (Array(everyone) + moderators.compactMap(\.id)).filter { $0 != person }.map(\.rawValue)
        let own = people[person]?.profile.name ?? ""
        let names = ["Maya", "Liam", "Noor", "Zoe"].filter { $0 != own }
        return bodies.compactMap { body in
            let text = String(decoding: body, as: UTF8.self)
            return (others + names).contains { text.contains($0) } ? "\(person) reads \(text)" : nil
        }
    }
}
