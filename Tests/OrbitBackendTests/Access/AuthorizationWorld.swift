import Auth
import Connections
import Foundation
import Meetups
import Moderation
import Networking
import NetworkingTesting
import OrbitModels
import OrbitStore
import Profiles
import Reputation
import Safety
import Testing

@testable import BackendRuntime
@testable import OrbitBackend

/// A campus with one person of each column, and all that the requests are about. It is made once; each cell of the matrix
/// has a copy.
struct AuthorizationWorld: Sendable {
    typealias Identifiers = AuthorizationRequest.Identifiers

    let server: TestServer
    private(set) var people: [AuthorizationColumn: Member] = [:]
    /// Of things that all requests are about.
    private(set) var identifiers: Identifiers = [:]
    /// Of things of a caller's own, which were good until a block.
    private(set) var lost: [AuthorizationColumn: Identifiers] = [:]
    /// In which something can be done that cannot be done in the usual one, by operation.
    private(set) var meetups: [String: MeetupID] = [:]

    static let shared = Task { try await AuthorizationWorld() }

    /// A server on a copy of the store.
    func copy() async throws -> TestServer {
        try await self.server(on: TestStore.copy(of: server.store))
    }

    /// A server on another store, at the time of this one.
    func server(on store: any BackendStore) throws -> TestServer {
        let copy = try TestServer.moderated(by: "moderator", store: store, seed: 2)
        copy.clock.advance(by: .seconds(server.clock.date.timeIntervalSince(copy.clock.date)))
        return copy
    }

    func person(_ column: AuthorizationColumn) throws -> Member { try #require(people[column]) }

    /// - Parameter store: an empty one.
    init(on store: any BackendStore = TestStore.make()) async throws {
        server = try .moderated(by: "moderator", store: store)
        for column in AuthorizationColumn.allCases where column.isPerson {
            let domain = column == .otherCampus ? "uba.edu.ar" : "stanford.edu"
            let address = "\(column.rawValue.lowercased())@\(domain)"
            let grant =
                column == .incomplete
                ? try await server.signIn(address)
                : try await server.join(address, profile: .sound(column.rawValue.capitalized))
            people[column] = Member(address: address, id: grant.userID, token: grant.accessToken)
        }
        try await makeOver()
        try await makeRating()
        try await makePhoto()
        try await makeConnections()
        try await makeMeetups()
        try await makeCare()
        try await makeBlocks()
        try await makeTokens()
        try await makeReports()
        try await makeGone()
    }

    /// One that an earlier process has made, on a server of its store.
    init(
        on server: TestServer, people: [AuthorizationColumn: Member], identifiers: Identifiers,
        lost: [AuthorizationColumn: Identifiers], meetups: [String: MeetupID]
    ) {
        (self.server, self.people, self.identifiers) = (server, people, identifiers)
        (self.lost, self.meetups) = (lost, meetups)
    }

    /// A meetup that is over, at which two have checked in.
    private mutating func makeOver() async throws {
        let over = try await server.host(inHours: 0.25, by: person(.owner)).id
        for column in [AuthorizationColumn.attendee, .blocked, .blocker, .suspended, .erased] {
            try await server.joined(over, by: person(column))
            #expect(try await server.attend("check-in", over, by: person(column)).status == 200)
        }
        meetups.merge(["over": over, "giveRating": over, "confirmMeeting": over]) { $1 }
        server.clock.advance(by: .seconds(4 * 3_600))
        let now = server.clock.date
        for (column, person) in people {
            let grant = try await server.store.transaction { [server] transaction in
                try Sessions(context: server.backend.context).begin(for: person.id, isNewUser: false, transaction, now)
            }
            people[column]?.token = grant.accessToken
        }
    }

    private mutating func makeRating() async throws {
        let over = try #require(meetups["over"])
        let given = try await server.rate(person(.attendee).id, at: over, by: person(.owner)).payload(GivenRating.self)
        identifiers["rating_id"] = given.id.rawValue
    }

    private mutating func makePhoto() async throws {
        let owner = try person(.owner)
        let photo = try await server.upload(TestImage.png(), token: owner.token).payload(Named<Photo>.self).value
        var profile = Profile.sound("Owner")
        profile.photos = [photo]
        try await server.save(profile, token: owner.token)
        identifiers["user_id"] = owner.id.rawValue
        identifiers["photo_id"] = photo.id.rawValue
    }

    private mutating func makeConnections() async throws {
        let owner = try person(.owner)
        identifiers["match_id"] = try await server.matched(owner, person(.match)).id.rawValue
        identifiers["poke_id"] = try await server.sentPoke(from: owner, to: person(.recipient)).id.rawValue
        for column in [AuthorizationColumn.blocked, .blocker] {
            let poke = try await server.sentPoke(from: owner, to: person(column))
            let match = try await server.act("accept", poke.id, by: person(column)).payload(Named<Match>.self).value
            lost[column] = ["poke_id": poke.id.rawValue, "match_id": match.id.rawValue]
        }
    }

    private mutating func makeMeetups() async throws {
        let owner = try person(.owner)
        let usual = try await server.series(2, by: owner)
        let guests: [AuthorizationColumn] = [.attendee, .blocked, .blocker, .left, .removed, .suspended, .erased]
        let tomorrow = try await server.host(inHours: 20, by: owner) { $0.asksToReconfirm = true }.id
        let soon = try await server.host(inHours: 0.25, by: owner).id
        for meetup in [usual[0].id, tomorrow, soon] {
            for column in guests { try await server.joined(meetup, by: person(column)) }
            _ = try await server.attend("leave", meetup, by: person(.left))
            _ = try await remove(.removed, from: meetup)
        }
        // One place is free again, and is kept for the one who waits.
        let full = try await server.host(by: owner) { $0.capacity = 2 }.id
        try await server.joined(full, by: person(.removed))
        try await server.joined(full, by: person(.attendee))
        _ = try await remove(.removed, from: full)
        let asked = try await server.host(by: owner) { $0.approval = .host }.id
        _ = try await server.join(asked, by: person(.recipient))
        let closed = try await server.host(by: owner) { $0.visibility = .invited }.id
        let invitees: [AuthorizationColumn] = [.recipient, .blocked, .blocker]
        let invited = try await server.invite(invitees.map { try person($0).id }, to: closed, by: owner)
            .payload(InvitedPeople.self).invited.elements
        for (column, sent) in zip(invitees, invited) {
            lost[column, default: [:]]["invitation_id"] = sent.invitation.id.rawValue
        }
        identifiers["invitation_id"] = invited.first?.invitation.id.rawValue
        identifiers["request_id"] = try await server.requests(owner).first?.request.id.rawValue
        identifiers["meetup_id"] = usual[0].id.rawValue
        identifiers["series_id"] = usual[0].meetup.series?.id.rawValue
        meetups.merge(["takeOffer": full, "reconfirmAttendance": tomorrow, "checkIn": soon]) { $1 }
        let post = try await server.post(
            "/meetups/\(usual[0].id)/posts", PostRequest(text: "See you"), token: owner.token)
        identifiers["post_id"] = try post.payload(FeedItem.self).post.id.rawValue
    }

    private func remove(_ column: AuthorizationColumn, from meetup: MeetupID) async throws -> HTTPResponse {
        try await server.send(
            .post, "/meetups/\(meetup)/attendees/\(person(column).id)/remove", token: person(.owner).token)
    }

    private mutating func makeCare() async throws {
        let (owner, meetup) = (try person(.owner), MeetupID(identifiers["meetup_id"] ?? ""))
        identifiers["check_in_id"] = try await server.checkIn(inMinutes: 1_440, by: owner).id.rawValue
        _ = try await server.share(meetup, by: person(.attendee))
        identifiers["share_token"] = try await server.shareToken(meetup, by: owner)
        // As if a message had gone to that address.
        let context = server.backend.context
        let token = context.contactToken("address")
        try await server.store.transaction {
            try $0.put(ContactRecord(key: context.contactKey(token), address: "address"))
        }
        identifiers["contact_token"] = token
    }

    private func makeBlocks() async throws {
        #expect(try await server.block(person(.blocked).id, by: person(.owner)).status == 200)
        #expect(try await server.block(person(.owner).id, by: person(.blocker)).status == 200)
    }

    /// A report of the owner in which nothing was found, what was decided about them, and a person who is suspended.
    private mutating func makeReports() async throws {
        let (owner, now) = (try person(.owner), server.clock.date)
        let sent = try await server.reported(.person(person(.stranger).id), by: owner)
        try await server.reported(
            .person(owner.id), evidence: [EvidenceChoice(.photos)], by: person(.match))
        let barred = try await server.signIn("barred@stanford.edu").userID
        let (ownerID, stranger) = (owner.id, try person(.stranger).id)
        try await server.store.transaction { transaction in
            var report = try #require(try transaction.get(ReportRecord.self, sent.id.rawValue))
            (report.outcome, report.decidedAt) = (.nothingFound, now)
            try transaction.put(report)
            let file = try #require(try CaseRecord.of(.person(ownerID), in: transaction))
            let body = DecideCaseRequest(through: 1, action: .ban, reason: .insult, note: "Seen.")
            let decision = DecisionRecord("decision", of: file, by: "moderator", body, at: now)
            try transaction.put(decision)
            try transaction.put(AppealRecord("appeal", against: decision, by: stranger, "No.", at: now))
            let item = ReportedItem(about: .person(barred), accused: barred)
            let other = CaseRecord(item, on: "stanford.edu", at: now)
            let ban = DecideCaseRequest(through: 1, action: .ban, reason: .insult, note: "Seen.")
            try transaction.put(DecisionRecord("ban", of: other, by: "moderator", ban, at: now))
            var account = try #require(try transaction.get(AccountRecord.self, barred.rawValue))
            account.suspensions = [Suspension(decisionID: "ban", until: nil)]
            try transaction.put(account)
        }
        identifiers.merge(
            [
                "report_id": sent.id.rawValue, "decision_id": "decision", "appeal_id": "appeal",
                "case_id": CaseRecord.id(of: .person(ownerID)).rawValue,
            ]
        ) { $1 }
        server.clock.advance(by: .seconds(60))
        let challenge = try await server.challenge(for: "barred@stanford.edu")
        identifiers["suspended_email"] = "barred@stanford.edu"
        identifiers["suspended_code"] = try server.mailbox.code(for: "barred@stanford.edu")
        identifiers["suspended_challenge_id"] = challenge.rawValue
    }

    /// People who are there no more, with the tokens that they had.
    private func makeGone() async throws {
        let (suspended, now) = (try person(.suspended).id, server.clock.date)
        try await server.backend.context.commit(at: now) { transaction in
            let item = ReportedItem(about: .person(suspended), accused: suspended)
            let file = CaseRecord(item, on: "stanford.edu", at: now)
            let body = DecideCaseRequest(through: 1, action: .ban, reason: .insult, note: "Seen.")
            let decision = DecisionRecord("of suspended", of: file, by: "moderator", body, at: now)
            try transaction.put(decision)
            try transaction.get(AccountRecord.self, suspended.rawValue)?.suspend(by: decision, in: transaction)
        }
        let erased = try await server.send(.delete, "/users/me", token: person(.erased).token)
        #expect(erased.status == 200)
    }

    /// Of signing in, and of the calendar.
    private mutating func makeTokens() async throws {
        let owner = try person(.owner)
        let calendar = try await server.send(.post, "/meetups/calendar", token: owner.token)
        identifiers["token"] = try calendar.payload(NewCalendarAddress.self).token.reveal
        identifiers["refresh_token"] = try await server.signIn("spare@stanford.edu").refreshToken.reveal
        identifiers["challenge_id"] = try await server.challenge(for: "new@stanford.edu").rawValue
        identifiers["code"] = try server.mailbox.code(for: "new@stanford.edu")
        identifiers["invitee_id"] = try person(.stranger).id.rawValue
    }
}

extension AuthorizationWorld {
    /// Header fields of a caller, on a server of their own.
    func credential(
        _ column: AuthorizationColumn, ofA entitled: AuthorizationColumn, on server: TestServer
    ) async throws -> [(name: String, value: String)] {
        let person = try person(column.isPerson ? column : entitled)
        var token = person.token.reveal
        let now = server.clock.date
        func session(begunAt now: Date) async throws -> AuthGrant {
            try await server.store.transaction { transaction in
                try Sessions(context: server.backend.context).begin(for: person.id, isNewUser: false, transaction, now)
            }
        }
        switch column {
        case .anonymous: return []
        case .expired:
            let lifetime = TimeInterval(SessionRules.accessLifetime)
            token = try await session(begunAt: now.addingTimeInterval(-lifetime)).accessToken.reveal
        case .revoked:
            let grant = try await session(begunAt: now)
            #expect(try await server.logOut(grant.refreshToken).status == 200)
            token = grant.accessToken.reveal
        case .refreshToken: token = try await session(begunAt: now).refreshToken.reveal
        default: break
        }
        return [("Authorization", "Bearer \(token)")]
    }
}
