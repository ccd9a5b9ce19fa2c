import Foundation
import Meetups
import Networking
import NetworkingTesting
import OrbitModels
import OrbitStore
import Testing
import TimeAndChance

@testable import BackendRuntime
@testable import OrbitBackend

/// The actions of people on meetups, over the transport.
extension TestServer {
    /// The middle of the campus of these tests.
    static let centre = Coordinates(latitude: 37.43, longitude: -122.17)

    /// A server that knows where the campus is.
    static func onCampus(store: any BackendStore = TestStore.make(), seed: UInt64 = 1) -> TestServer {
        TestServer(store: store, seed: seed) { $0.campusCentre = centre }
    }

    func after(hours: Double) -> Date { clock.date.addingTimeInterval(hours * 3_600) }

    /// A valid plan, two days ahead by default.
    func entry(
        _ title: String = "Chess", inHours hours: Double = 48, lasting: Double = 2,
        _ change: (inout MeetupEntry) -> Void = { _ in }
    ) -> MeetupEntry {
        var entry = MeetupEntry(
            title: title, eventType: .social, start: after(hours: hours), end: after(hours: hours + lasting),
            timeZone: "America/Los_Angeles", approval: .automatic)
        entry.place = PlaceEntry(
            name: "Court 3", room: "R-17", coordinates: CoordinatesEntry(latitude: 37.4301, longitude: -122.1702))
        change(&entry)
        return entry
    }

    func create(_ entry: MeetupEntry, by member: Member, key: String? = nil) async throws -> HTTPResponse {
        try await post("/meetups", entry, token: member.token, headers: key.map { [("Idempotency-Key", $0)] } ?? [])
    }

    /// Creates a meetup.
    @discardableResult
    func host(
        _ title: String = "Chess", inHours hours: Double = 48, lasting: Double = 2, by member: Member,
        _ change: (inout MeetupEntry) -> Void = { _ in }
    ) async throws -> MeetupListing {
        try await create(entry(title, inHours: hours, lasting: lasting, change), by: member).payload(MeetupListing.self)
    }

    func read(_ meetup: MeetupID, as member: Member, query: String = "") async throws -> HTTPResponse {
        try await send(.get, "/meetups/\(meetup)\(query)", token: member.token)
    }

    func meetup(_ id: MeetupID, as member: Member) async throws -> Meetup {
        try await read(id, as: member).payload(MeetupListing.self).meetup
    }

    func edit(
        _ meetup: MeetupID, by member: Member, version: String? = nil, _ change: (inout MeetupEntry) -> Void
    ) async throws -> HTTPResponse {
        let response = try await read(meetup, as: member)
        var entry = MeetupEntry(try response.payload(MeetupListing.self).meetup.plan)
        change(&entry)
        return try await patch(meetup, entry, by: member, version: version ?? response.field("etag"))
    }

    func expectEdit(
        _ meetup: MeetupID, by member: Member, status: Int? = nil, code: ProblemCode? = nil,
        _ change: (inout MeetupEntry) -> Void
    ) async throws {
        let response = try await edit(meetup, by: member, change)
        #expect(response.code == code)
        if let status { #expect(response.status == status) }
    }

    func patch(
        _ meetup: MeetupID, _ entry: MeetupEntry, by member: Member, version: String?
    ) async throws -> HTTPResponse {
        let headers = [("Content-Type", "application/json")] + (version.map { [("If-Match", $0)] } ?? [])
        return try await send(
            .patch, "/meetups/\(meetup)", token: member.token, headers: headers,
            body: OrbitJSON.encoder.encode(entry))
    }

    func cancel(_ meetup: MeetupID, by member: Member, reason: CancelReason = .weather) async throws -> HTTPResponse {
        try await post("/meetups/\(meetup)/cancel", CancelMeetupRequest(reason: reason), token: member.token)
    }

    func join(
        _ meetup: MeetupID, by member: Member, message: String = "", companions: Int = 0, query: String = "",
        key: String? = nil
    ) async throws -> HTTPResponse {
        try await post(
            "/meetups/\(meetup)/join\(query)", JoinMeetupRequest(message: message, companions: companions),
            token: member.token, headers: key.map { [("Idempotency-Key", $0)] } ?? [])
    }

    /// Joins a second after the previous person.
    func joinNext(_ meetup: MeetupID, by member: Member, message: String = "", companions: Int = 0) async throws
        -> HTTPResponse
    {
        clock.advance(by: .seconds(1))
        return try await join(meetup, by: member, message: message, companions: companions)
    }

    /// Joins, and returns the resulting attendance.
    @discardableResult
    func joined(_ meetup: MeetupID, by member: Member, companions: Int = 0) async throws -> AttendanceState {
        try await join(meetup, by: member, companions: companions).payload(MeetupListing.self).meetup.attendance
    }

    /// `leave`, `take-offer`, `reconfirm` or `check-in`.
    func attend(_ action: String, _ meetup: MeetupID, by member: Member) async throws -> HTTPResponse {
        try await send(.post, "/meetups/\(meetup)/\(action)", token: member.token)
    }

    func attendance(at meetup: MeetupID, of member: Member) async throws -> AttendanceState {
        try await self.meetup(meetup, as: member).attendance
    }

    func browse(_ member: Member, query: String = "") async throws -> Page<MeetupListing> {
        try await send(.get, "/meetups\(query)", token: member.token).payload(Page<MeetupListing>.self)
    }

    func mine(_ member: Member, query: String = "") async throws -> [MeetupListing] {
        try await send(.get, "/meetups/mine\(query)", token: member.token).payload(Page<MeetupListing>.self)
            .list.elements
    }

    func requests(_ member: Member) async throws -> [IncomingRequest] {
        try await send(.get, "/meetups/requests", token: member.token).payload(Page<IncomingRequest>.self)
            .list.elements
    }

    func decide(_ action: String, _ request: JoinRequestID, by member: Member) async throws -> HTTPResponse {
        try await post("/meetups/requests/\(request)/\(action)", DeclineRequestRequest(), token: member.token)
    }

    func attendees(_ meetup: MeetupID, as member: Member, query: String = "") async throws -> [AttendeeListing] {
        try await send(.get, "/meetups/\(meetup)/attendees\(query)", token: member.token)
            .payload(Page<AttendeeListing>.self).list.elements
    }

    func invite(_ people: [UserID], to meetup: MeetupID, by member: Member, companions: Int = 0) async throws
        -> HTTPResponse
    {
        try await post(
            "/meetups/\(meetup)/invitations", InvitePeopleRequest(userIDs: people, companions: companions),
            token: member.token)
    }

    func invitations(_ member: Member) async throws -> [ReceivedInvitation] {
        try await send(.get, "/meetups/invitations", token: member.token).payload(Page<ReceivedInvitation>.self)
            .list.elements
    }

    func reply(
        _ reply: InvitationReply, to invitation: InvitationID, by member: Member, companions: Int = 0
    ) async throws -> HTTPResponse {
        try await post(
            "/meetups/invitations/\(invitation)/reply", InvitationReplyRequest(reply: reply, companions: companions),
            token: member.token)
    }

    /// Lets hours pass, and signs in all members again.
    func advanceTime(hours: Double, _ members: inout [Member]) async throws {
        try await advanceTime(days: hours / 24, &members)
    }
}
