import Meetups
import Networking
import OrbitModels

@testable import BackendRuntime
@testable import OrbitBackend

extension FeatureFixture {
    static let calendar = FeatureFixture(
        contract: [.calendar],
        accessMatrix: AccessFixture(steps: [.present: { try await $0.makeCalendar() }]),
        blockMatrix: BlockFixture(
            rows: rows, privateParameters: ["token"], pathsIndependentOfConnection: ["/calendars", "/meetups"],
            steps: [.people: { try await $0.makeCalendar(of: $1) }]),
        life: [.alone: { _ = try await $0.server.send(.post, "/meetups/calendar", token: $0.person.token) }],
        archive: ArchiveFixture(
            sections: ["calendar_address"],
            changedScreens: ["/meetups/calendar": "Their secrets are not stored; they are created anew."]))

    private static let rows: [String: BlockRow] = [
        "readCalendar": .shows, "readMeetupFile": .shows, "readCalendarAddress": .ofCaller,
        "renewCalendarAddress": .own, "revokeCalendarAddress": .own,
    ]
}

extension AuthorizationWorld {
    fileprivate mutating func makeCalendar() async throws {
        let calendar = try await server.send(.post, "/meetups/calendar", token: person(.owner).token)
        identifiers["token"] = try calendar.payload(NewCalendarAddress.self).token.reveal
    }
}

extension BlockWorld {
    fileprivate mutating func makeCalendar(of number: Int) async throws {
        let calendar = try await server.send(.post, "/meetups/calendar", token: pair[number].token)
        own[number]["token"] = [try calendar.payload(NewCalendarAddress.self).token.reveal]
    }
}
