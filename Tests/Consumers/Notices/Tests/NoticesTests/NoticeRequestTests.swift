import Networking
import NetworkingTesting
import Notices
import OrbitModels
import Testing

/// Requests to the backend without the app.
@Suite @MainActor struct NoticeRequestTests {
    @Test func `a request that breaks a rule is refused with the invalid fields`() async throws {
        let campus = try await Campus()
        let token = try await campus.token(of: 0)
        let wrong = NoticeRequest(kind: NoticeKind(rawValue: "weather"), text: " ")
        let refused = try await campus.send(.post, "/notices", token: token, wrong)
        #expect(refused.status == 422)
        #expect(try refused.problem?.fields.map(\.path) == ["kind", "text"])
        let unknown = try await campus.send(.get, "/notices?kind=weather", token: token)
        #expect(try unknown.problem?.fields.map(\.path) == ["kind"])
    }

    @Test func `a sixth notice on a day is refused, and a repeated request counts once`() async throws {
        let campus = try await Campus()
        let token = try await campus.token(of: 0)
        for number in [1, 2, 3, 4, 5, 5] {
            let response = try await campus.send(
                .post, "/notices", token: token, key: "key-\(number)",
                NoticeRequest(kind: .event, text: "Notice \(number)"))
            #expect(try response.data(as: Keyed<Notice>.self).value.text == "Notice \(number)")
        }
        let sixth = try await campus.send(
            .post, "/notices", token: token, NoticeRequest(kind: .event, text: "Notice 6"))
        #expect(sixth.status == 429)
        let page = try await campus.send(.get, "/notices?kind=event", token: token).data(as: Page<Notice>.self)
        #expect(page.list.elements.map(\.text).sorted() == (1...5).map { "Notice \($0)" })
    }

    /// The operations on the list of notices, and on the notice with the identifier `ID`.
    private nonisolated static let operations: [(HTTPMethod, String)] = [
        (.get, "/notices"), (.get, "/notices/ID"), (.post, "/notices"), (.delete, "/notices/ID"),
        (.post, "/notices/ID/remove"),
    ]
    /// The statuses of the ``operations`` for each caller.
    private nonisolated static let access: [(Campus.Role, [Int])] = [
        (.stranger, [401, 401, 401, 401, 401]),
        (.newcomer, [403, 403, 403, 403, 404]),
        (.member, [200, 200, 403, 403, 404]),
        (.host, [200, 200, 200, 403, 404]),
        (.author, [200, 200, 200, 200, 404]),
        (.blocked, [200, 404, 403, 404, 404]),
        (.blocker, [200, 404, 403, 404, 404]),
        (.suspended, [401, 401, 401, 401, 401]),
        (.moderator, [200, 200, 403, 403, 200]),
        (.memberAfterSuspension, [200, 404, 403, 404, 404]),
        (.memberAfterErasure, [200, 404, 403, 404, 404]),
        (.memberAfter29Days, [200, 200, 403, 403, 404]),
        (.memberAfter30Days, [200, 404, 403, 404, 404]),
    ]

    @Test(arguments: access)
    func `each caller gets the expected statuses, and each 404 equals that of an unknown id`(
        role: Campus.Role, expected: [Int]
    ) async throws {
        let campus = try await Campus()
        try await campus.post("Keys")
        let token = try await campus.token(of: role)
        let isListed = try await campus.send(.get, "/notices", token: token).contains(campus.notice)
        #expect(isListed == (expected[1] == 200))
        for ((method, path), status) in zip(Self.operations, expected) {
            func send(_ id: NoticeID) async throws -> HTTPResponse {
                let path = path.replacing("ID", with: id.rawValue)
                return try await campus.send(method, path, token: token, NoticeRequest(kind: .event, text: "Hi"))
            }
            let response = try await send(campus.notice)
            #expect(response.status == status, "\(method) \(path)")
            if status == 404 { #expect(try await send("n_1").body == response.body) }
        }
    }

    /// Steps, and the events that the reader is sent.
    private nonisolated static let logs: [([Campus.Step], [EventKind])] = [
        ([.post, .withdraw], []),
        ([.post, .openBoard, .withdraw], [.noticeWithdrawn]),
        ([.post, .openNotice, .withdraw], [.noticeWithdrawn]),
        ([.post, .openBoard, .remove], [.noticeWithdrawn]),
        ([.openBoard, .wait(days: 30), .post, .wait(days: 5), .withdraw], [.noticePosted, .noticeWithdrawn]),
        ([.post, .block], []),
        ([.post, .openBoard, .block, .unblock], [.personHidden, .personShown]),
        ([.post, .openBoard, .deferWork, .withdraw, .block], [.personHidden]),
        ([.openBoard, .block, .post], []),
        ([.post, .suspend], []),
        ([.post, .openBoard, .suspend, .lift], [.personHidden, .personShown]),
        ([.post, .openBoard, .deferWork, .withdraw, .suspend], [.personHidden]),
        ([.post, .openBoard, .erase], [.noticeWithdrawn]),
        ([.post, .openBoard, .block, .erase], [.personHidden, .noticeWithdrawn]),
        ([.post, .openBoard, .deferWork, .withdraw, .erase], [.noticeWithdrawn]),
    ]

    @Test(arguments: logs)
    func `a reader receives exactly the events about notices that a device can have`(
        steps: [Campus.Step], expected: [EventKind]
    ) async throws {
        let campus = try await Campus()
        let start = try await campus.logEnd(of: 1)
        for step in steps { try await campus.take(step) }
        try await campus.backend.runScheduledWork()
        let log = try await campus.request(.get, "/events?after=\(start)", by: 1)
        let events = try log.data(as: LogSlice.self).events.filter { $0.touches.contains(.notices) }
        #expect(events.map(\.kind) == expected)
        // The blocks of an erased author are unknown, so the log must not contain the id.
        if steps.contains(.erase) { #expect(!log.contains(campus.notice)) }
    }
}
