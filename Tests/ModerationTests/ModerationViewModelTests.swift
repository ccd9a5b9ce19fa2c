import Foundation
import Moderation
import Networking
import NetworkingTesting
import OrbitModels
import Presentation
import Testing
import TimeAndChance
import Validation

/// The desk of a moderator: the role of the user, and responses that arrive late.
@Suite @MainActor struct ModerationViewModelTests {
    private typealias Exchange = StubTransport.Exchange

    private static let now = Date(timeIntervalSince1970: 1_800_000_000)
    private static let queue = "/api/moderation/cases?limit=50"
    private static let appeals = "/api/moderation/appeals?limit=50"
    private static let notFound = Problem(code: .notFound, message: "We cannot find this. It may have been deleted.")

    private func desk(_ stub: StubTransport, pageSize: Int = 50) throws -> ModerationViewModel {
        ModerationViewModel(
            service: ModerationService(client: try .scripted(stub)),
            log: EventLog(time: VirtualClock(), random: .seeded(2)), pageSize: pageSize)
    }

    private func summary(_ id: CaseID) -> CaseSummary {
        CaseSummary(
            id: id, about: .person("liam"), userID: "liam", account: .active, reasons: [.insult], reports: 1,
            circles: 1, urgency: 1, openedAt: Self.now, through: 1, upheldReports: 0)
    }

    private func page(_ cases: [CaseID] = [], next: String? = nil) throws -> HTTPResponse {
        try .success(Page(cases.map { summary($0) }, nextCursor: next))
    }

    private func file(_ id: CaseID) throws -> HTTPResponse {
        try .success(CaseFile(summary: summary(id), decisions: []))
    }

    private func decision() throws -> HTTPResponse {
        let decision = Decision(
            id: "d", action: .suspend, reason: .insult, about: .person("liam"), decidedAt: Self.now)
        return try .success(
            Keyed(
                ModeratedDecision(
                    decision: decision, userID: "liam", caseID: "a", moderatorID: "mod", note: "Seen.", through: 1)))
    }

    private func noAppeals(_ target: String = Self.appeals) throws -> Exchange {
        .expect(.get, target, response: try .success(Page([ModerationAppeal]())))
    }

    /// The requests of one load of the desk.
    private func load(of cases: [CaseID]) throws -> [Exchange] {
        [.expect(.get, Self.queue, response: try page(cases)), try noAppeals()]
    }

    private func reports(of id: CaseID) throws -> Exchange {
        let report = CaseReport(number: 1, reporter: 1, reason: .insult, createdAt: Self.now)
        return .expect(
            .get, "/api/moderation/cases/\(id)/reports?limit=100", response: try .success(Page([report])))
    }

    private func exchanges(opening id: CaseID) throws -> [Exchange] {
        [.expect(.get, "/api/moderation/cases/\(id)", response: try file(id)), try reports(of: id)]
    }

    /// Waits for a request whose response is delayed, opens a case, and then releases the response.
    private func open(
        _ id: CaseID, on desk: ModerationViewModel, whileWaitingFor slow: PausedResponse
    ) async throws {
        await slow.waitForRequest()
        try await desk.open(id)
        slow.release()
    }

    // MARK: The queue

    @Test func `a moderator stays one while an empty queue is loaded again and after a failure`() async throws {
        let slow = PausedResponse()
        let stub = StubTransport([
            .expect(.get, Self.queue, response: try page()), try noAppeals(),
            slow.exchange(.get, Self.queue, response: try page()), try noAppeals(),
            .expect(.get, Self.queue, error: .connectionLost), try noAppeals(),
        ])
        let desk = try desk(stub)
        #expect(desk.isModerator == nil)
        await desk.load()
        #expect(desk.isModerator == true)
        let load = Task { await desk.load() }
        await slow.waitForRequest()
        #expect(desk.queue.items.isLoading && desk.isModerator == true)
        slow.release()
        await load.value
        await desk.load()
        #expect(desk.queue.items.failure != nil && desk.isModerator == true)
        try await stub.finish()
    }

    @Test func `a person who lost the role of moderator remains without it during a reload`() async throws {
        let slow = PausedResponse()
        let none: HTTPResponse = try .problem(404, Self.notFound)
        let stub = StubTransport([
            .expect(.get, Self.queue, response: try page(["a"])), try noAppeals(),
            .expect(.get, Self.queue, response: none), slow.exchange(.get, Self.queue, response: none),
        ])
        let desk = try desk(stub)
        await desk.load()
        #expect(desk.isModerator == true)
        await desk.load()
        #expect(desk.isModerator == false)
        let load = Task { await desk.load() }
        await slow.waitForRequest()
        #expect(desk.isModerator == false)
        slow.release()
        await load.value
        try await stub.finish()
    }

    @Test func `a refresh keeps all pages that were loaded`() async throws {
        let (first, second) = ("/api/moderation/cases?limit=1", "/api/moderation/cases?cursor=n&limit=1")
        let none = try noAppeals("/api/moderation/appeals?limit=1")
        let stub = StubTransport([
            .expect(.get, first, response: try page(["a"], next: "n")), none,
            .expect(.get, second, response: try page(["b"])),
            .expect(.get, first, response: try page(["a"], next: "n")),
            .expect(.get, second, response: try page(["c"])), none,
        ])
        let desk = try desk(stub, pageSize: 1)
        await desk.load()
        await desk.queue.loadMore()
        #expect(desk.queue.items.value?.map(\.id) == ["a", "b"])
        await desk.load()
        #expect(desk.queue.items.value?.map(\.id) == ["a", "c"])
        try await stub.finish()
    }

    // MARK: The open case

    @Test func `a photo of an open case has its bytes and media type, and needs the case`()
        async throws
    {
        let png = Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0])
        let photo = Exchange.expect(
            .get, "/api/moderation/cases/a/photos/p", response: HTTPResponse(status: 200, body: png))
        let stub = StubTransport(try exchanges(opening: "a") + [photo])
        let desk = try desk(stub)
        await #expect(throws: Failure.self) { _ = try await desk.photo("p") }
        try await desk.open("a")
        let image = try await desk.photo("p")
        #expect(image.bytes == png && image.mediaType == "image/png")
        try await stub.finish()
    }

    @Test(arguments: [false, true])
    func `a slow response for an earlier case does not replace a case opened later`(_ isGone: Bool) async throws {
        let slow = PausedResponse()
        let late: HTTPResponse = try isGone ? .problem(404, Self.notFound) : file("a")
        let script = try [slow.exchange(.get, "/api/moderation/cases/a", response: late)] + exchanges(opening: "b")
        let stub = StubTransport(try isGone ? script : script + [reports(of: "a")])
        let desk = try desk(stub)
        let first = Task { try await desk.open("a") }
        try await open("b", on: desk, whileWaitingFor: slow)
        try await first.value
        #expect(desk.file?.summary.id == "b" && desk.reports.count == 1)
        try await stub.finish()
    }

    @Test func `a decision does not close a case that was opened meanwhile`() async throws {
        let slow = PausedResponse()
        let decided = slow.exchange(.post, "/api/moderation/cases/a/decide", response: try decision())
        let stub = StubTransport(
            try exchanges(opening: "a") + [decided] + exchanges(opening: "b") + load(of: ["b"]))
        let desk = try desk(stub)
        try await desk.open("a")
        let outcome = Task { await desk.decide(.suspend, because: .insult, note: "Seen.", days: 3) }
        try await open("b", on: desk, whileWaitingFor: slow)
        #expect(await outcome.value == .done)
        #expect(desk.file?.summary.id == "b" && desk.reports.count == 1)
        try await stub.finish()
    }

    @Test func `a decision closes its own case`() async throws {
        let decided = Exchange.expect(.post, "/api/moderation/cases/a/decide", response: try decision())
        let stub = StubTransport(try exchanges(opening: "a") + [decided] + load(of: []))
        let desk = try desk(stub)
        try await desk.open("a")
        #expect(await desk.decide(.suspend, because: .insult, note: "Seen.", days: 3) == .done)
        #expect(desk.file == nil && desk.reports.isEmpty)
        try await stub.finish()
    }

    @Test func `a late response does not open a case again that was decided meanwhile`() async throws {
        let slow = PausedResponse()
        let again = slow.exchange(.get, "/api/moderation/cases/a", response: try file("a"))
        let decided = Exchange.expect(.post, "/api/moderation/cases/a/decide", response: try decision())
        let stub = StubTransport(
            try exchanges(opening: "a") + [again, decided] + load(of: []) + [reports(of: "a")])
        let desk = try desk(stub)
        try await desk.open("a")
        let opening = Task { try await desk.open("a") }
        await slow.waitForRequest()
        #expect(await desk.decide(.suspend, because: .insult, note: "Seen.", days: 3) == .done)
        #expect(desk.file == nil)
        slow.release()
        try await opening.value
        #expect(desk.file == nil && desk.reports.isEmpty)
        try await stub.finish()
    }

    /// After a lift the open case is read again.
    @Test(arguments: [false, true])
    func `a lift neither replaces nor closes a case that was opened meanwhile`(_ isGone: Bool) async throws {
        let slow = PausedResponse()
        let late: HTTPResponse = try isGone ? .problem(404, Self.notFound) : file("a")
        let lifted = Exchange.expect(.post, "/api/moderation/decisions/d/lift", response: try decision())
        let again = slow.exchange(.get, "/api/moderation/cases/a", response: late)
        let script = try exchanges(opening: "a") + [lifted, again] + exchanges(opening: "b")
        let stub = StubTransport(try isGone ? script : script + [reports(of: "a")])
        let desk = try desk(stub)
        try await desk.open("a")
        let outcome = Task { await desk.lift("d", note: "Enough.") }
        try await open("b", on: desk, whileWaitingFor: slow)
        #expect(await outcome.value == .done)
        #expect(desk.file?.summary.id == "b" && desk.reports.count == 1)
        try await stub.finish()
    }

    @Test func `a lift does not prevent the opening of another case`() async throws {
        let slow = PausedResponse()
        let lifted = Exchange.expect(.post, "/api/moderation/decisions/d/lift", response: try decision())
        let opened = slow.exchange(.get, "/api/moderation/cases/b", response: try file("b"))
        let stub = StubTransport(
            try exchanges(opening: "a") + [opened, lifted] + exchanges(opening: "a") + [reports(of: "b")])
        let desk = try desk(stub)
        try await desk.open("a")
        let opening = Task { try await desk.open("b") }
        await slow.waitForRequest()
        #expect(await desk.lift("d", note: "Enough.") == .done)
        #expect(desk.file?.summary.id == "a")
        slow.release()
        try await opening.value
        #expect(desk.file?.summary.id == "b")
        try await stub.finish()
    }
}
