import Foundation
import Meetups
import Networking
import NetworkingTesting
import OrbitModels
import OrbitStore
import Safety

@testable import BackendRuntime
@testable import OrbitBackend

/// HTTP requests of people for their own safety.
extension TestServer {
    static let mum = CheckInContact(name: "Mum", email: "mum@family.example")

    func mute(
        _ person: UserID, by member: Member, _ request: MuteRequest = MuteRequest(), key: String? = nil
    ) async throws -> HTTPResponse {
        try await post(
            "/mutes/\(person)", request, token: member.token, headers: key.map { [("Idempotency-Key", $0)] } ?? [])
    }

    func unmute(_ person: UserID, by member: Member) async throws -> HTTPResponse {
        try await send(.delete, "/mutes/\(person)", token: member.token)
    }

    func muted(_ member: Member) async throws -> [MutedPerson] {
        try await send(.get, "/mutes", token: member.token).payload(Page<MutedPerson>.self).list.elements
    }

    /// A valid entry of a check-in, due in an hour by default.
    func checkInEntry(
        inMinutes minutes: Double = 60, to contact: CheckInContact = mum,
        _ change: (inout CheckInEntry) -> Void = { _ in }
    ) -> CheckInEntry {
        var entry = CheckInEntry(
            dueAt: after(hours: minutes / 60), contact: contact, message: "I am at the climbing hall.")
        change(&entry)
        return entry
    }

    func setCheckIn(_ entry: CheckInEntry, by member: Member, key: String? = nil) async throws -> HTTPResponse {
        try await post("/check-ins", entry, token: member.token, headers: key.map { [("Idempotency-Key", $0)] } ?? [])
    }

    func checkIn(
        inMinutes minutes: Double = 60, to contact: CheckInContact = mum, by member: Member,
        _ change: (inout CheckInEntry) -> Void = { _ in }
    ) async throws -> SafetyCheckIn {
        try await setCheckIn(checkInEntry(inMinutes: minutes, to: contact, change), by: member)
            .payload(Keyed<SafetyCheckIn>.self).value
    }

    func safe(_ id: CheckInID, by member: Member) async throws -> HTTPResponse {
        try await send(.post, "/check-ins/\(id)/safe", token: member.token)
    }

    func callOff(_ id: CheckInID, by member: Member) async throws -> HTTPResponse {
        try await send(.delete, "/check-ins/\(id)", token: member.token)
    }

    func extend(_ id: CheckInID, to dueAt: Date, by member: Member) async throws -> HTTPResponse {
        try await post("/check-ins/\(id)/extend", ExtendCheckInRequest(dueAt: dueAt), token: member.token)
    }

    func checkIns(_ member: Member) async throws -> [SafetyCheckIn] {
        try await send(.get, "/check-ins", token: member.token).payload(Page<SafetyCheckIn>.self).list.elements
    }

    /// Lets time pass, and keeps every session valid.
    func passMinutes(_ minutes: Double) async throws {
        clock.advance(by: .seconds(minutes * 60))
        let now = clock.date
        try await store.transaction { transaction in
            for token in try transaction.list(AccessTokenRecord.self, IndexQuery(IndexEntry.expiryIndex)) {
                try transaction.put(
                    AccessTokenRecord(
                        key: token.key, sessionID: token.sessionID, generation: token.generation,
                        expiresAt: now.addingTimeInterval(900)))
            }
        }
    }

    /// The messages that were sent to a contact, in order.
    func messages(to contact: CheckInContact = mum) -> [OutgoingMail] { mailTransport.mails(to: contact.email) }

    func share(_ meetup: MeetupID, by member: Member) async throws -> HTTPResponse {
        try await send(.post, "/meetups/\(meetup)/share", token: member.token)
    }

    /// Creates a link, and returns its token.
    func shareToken(_ meetup: MeetupID, by member: Member) async throws -> String {
        try await share(meetup, by: member).payload(NewPlanShare.self).token.reveal
    }

    func endShare(_ meetup: MeetupID, by member: Member) async throws -> HTTPResponse {
        try await send(.delete, "/meetups/\(meetup)/share", token: member.token)
    }

    func plan(at token: String) async throws -> HTTPResponse { try await send(.get, "/shared-plans/\(token)") }

    func joinDespiteBlocks(_ meetup: MeetupID, by member: Member) async throws -> HTTPResponse {
        try await post(
            "/meetups/\(meetup)/join", JoinMeetupRequest(despiteBlocks: true), token: member.token)
    }

    func isBlockedPersonThere(_ meetup: MeetupID, for member: Member) async throws -> Bool {
        try await send(.get, "/meetups/\(meetup)/blocked", token: member.token)
            .payload(Keyed<BlockedAttendance>.self).value.isAttended
    }
}
