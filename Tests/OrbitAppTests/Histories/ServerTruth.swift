import Connections
import Discover
import Foundation
import Meetups
import Networking
import NetworkingTesting
import OrbitModels
import Presentation
import Profiles
import Safety
import TimeAndChance

/// A comparison of each list that a device shows with the server's list.
@MainActor struct ServerTruth {
    let device: HistoryDevice
    /// The server's responses to the person, the same for all of their devices.
    let answers: ServerAnswers
    /// Whether the lists were loaded since the last action. Before that, the list of blocks may show an earlier name of
    /// a person, so the names are not compared.
    var isReloaded = true

    /// Returns descriptions of the differences; empty if all lists agree.
    func differences() async throws -> [String] {
        var found: [String] = []
        let (pokes, matches) = (PokeService(client: device.truth), MatchService(client: device.truth))
        let now = device.log.time.date
        device.pokes.incoming.removeExpired()
        found += try await difference("incoming", device.pokes.incoming) {
            try await pokes.incoming(limit: 100).value.list.elements
        } shown: {
            !isMuted($0.person.id, on: .pokes)
        }
        found += try await difference("outgoing", device.pokes.outgoing) {
            try await pokes.outgoing(limit: 100).value.list.elements
        } normalised: { poke in
            var poke = poke
            if let state = poke.poke.state(at: now) { poke.poke.status = state.status }
            return poke
        }
        found += try await difference("matches", device.matches.matches) {
            try await matches.matches(limit: 100).value.list.elements
        }
        found += try await difference("blocks", device.blocks.blocked) {
            try await BlockService(client: device.truth).blocked(limit: 100).value.list.elements
        } normalised: { block in
            var block = block
            if !isReloaded { block.name = nil }
            return block
        }
        device.myMeetups.meetups.removeExpired()
        found += try await difference("meetups", device.myMeetups.meetups) {
            try await self.mine()
        } normalised: { listing in
            var listing = listing
            listing.meetup = comparable(listing.meetup)
            // A host receives no event about how other people see the host's profile.
            if listing.meetup.attendance == .host { listing.host.profile.bio = "" }
            return listing
        }
        device.requests.requests.removeExpired()
        found += try await difference("requests", device.requests.requests) {
            try await self.requests()
        } shown: {
            !isMuted($0.person.id, on: .requests)
        }
        device.invitations.invitations.removeExpired()
        found += try await difference("invitations", device.invitations.invitations) {
            try await self.invitations()
        } shown: {
            !isMuted($0.inviter.id, on: .invitations)
        } normalised: { invitation in
            var invitation = invitation
            invitation.meetup = comparable(invitation.meetup)
            return invitation
        }
        if case .loaded(let shown) = device.today.match, !device.today.isOutdated {
            let today = try await answers.of(device, "today") { try await matches.today().value }
            if Set(shown.matches) != Set(today.matches.elements) || device.today.isPaused != today.isPaused {
                found.append("\(device.name) today: \(shown) instead of \(today)")
            }
        }
        if let saved = device.dealbreakers.saved.value {
            let kept = try await DiscoverService(client: device.truth).dealbreakers().value.dealbreakers
            if saved != kept { found.append("\(device.name) dealbreakers: \(saved) instead of \(kept)") }
        }
        if let saved = device.profile.saved.value {
            let kept = try await ProfileService(client: device.truth).me().value.data
            if saved != kept { found.append("\(device.name) profile: \(saved) instead of \(kept)") }
        }
        return try await found + safetyDifferences()
    }

    /// Removes the values that time alone changes, and the counts of attendees, which only the host receives by event.
    private func comparable(_ meetup: Meetup) -> Meetup {
        var meetup = meetup
        if meetup.status == .finished { meetup.status = .scheduled }
        if meetup.attendance != .host { (meetup.goingCount, meetup.waitingCount) = (0, 0) }
        return meetup
    }

    func mine() async throws -> [MeetupListing] {
        try await answers.of(device, "meetups") {
            try await MeetupService(client: device.truth).mine(limit: 100).value.list.elements
        }
    }

    func requests() async throws -> [IncomingRequest] {
        try await answers.of(device, "requests") {
            try await MeetupRequestService(client: device.truth).requests(limit: 100).value.list.elements
        }
    }

    func invitations() async throws -> [ReceivedInvitation] {
        try await answers.of(device, "invitations") {
            try await InvitationService(client: device.truth).received(limit: 100).value.list.elements
        }
    }

    /// Whether a person is muted, as far as the device knows.
    func isMuted(_ person: UserID, on surface: MuteSurface) -> Bool { device.mutes.isMuted(person, on: surface) }

    /// Returns the difference between a list and the server's elements.
    ///
    /// - Parameters:
    ///   - name: The name of the list, for the failure report.
    ///   - list: The list of the device.
    ///   - truth: Requests the server's elements.
    ///   - isShown: Whether the device shows an element of the server.
    ///   - normalised: Removes the values of an element that may differ.
    func difference<Element: Identifiable & Equatable & Sendable>(
        _ name: String, _ list: PagedList<Element>, _ truth: @MainActor () async throws -> [Element],
        shown isShown: (Element) -> Bool = { _ in true }, normalised: (Element) -> Element = { $0 }
    ) async throws -> [String] where Element.ID: Comparable & Sendable {
        let truth = try await answers.of(device, name, truth).filter(isShown)
        await waitUntil { !list.items.isLoading }
        // No suspension from here on: a list that has lost expired elements loads more by itself.
        let shown: [Element]
        switch list.items {
        case .loaded(let elements): shown = elements
        case .empty: shown = []
        case .failed(let failure, _?): return ["\(device.name) \(name): \(failure)"]
        default: return []  // never loaded
        }
        let expected = list.hasMore ? Array(truth.prefix(shown.count)) : truth
        let (mine, theirs) = (shown.map(normalised), expected.map(normalised))
        guard mine != theirs else { return [] }
        let odd =
            mine.filter { !theirs.contains($0) }.map { "shown: \($0)" }
            + theirs.filter { !mine.contains($0) }.map { "said: \($0)" }
        return ["\(device.name) \(name): \(odd.isEmpty ? ["another order"] : odd)"]
    }
}

/// The server's responses to each person, requested once for all of their devices. Nothing changes during the
/// comparison.
@MainActor final class ServerAnswers {
    private var known: [String: any Sendable] = [:]

    func of<Answer: Sendable>(
        _ device: HistoryDevice, _ question: String, _ ask: @MainActor () async throws -> Answer
    ) async throws -> Answer {
        let key = "\(device.name) \(question)"
        if let answer = known[key] as? Answer { return answer }
        let answer = try await ask()
        known[key] = answer
        return answer
    }
}
