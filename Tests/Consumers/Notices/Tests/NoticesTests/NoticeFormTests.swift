import Foundation
import Networking
import NetworkingTesting
import Notices
import OrbitApp
import OrbitModels
import Presentation
import Testing
import TimeAndChance

/// The models alone, against a script of responses and a log that the test writes.
@Suite @MainActor struct NoticeFormTests {
    private let clock = VirtualClock.selfAdvancing()
    private let log: EventLog

    init() {
        log = EventLog(time: clock, random: .seeded(1))
    }

    private func models(_ stub: StubTransport) throws -> NoticesModels {
        let client = APIClient(
            server: try ServerAddress("https://orbit.example/api"), transport: stub, events: .notices, time: clock,
            random: .seeded(1))
        let catalogue = try AppFeatures([.notices]).catalogue
        return NoticesModels(SignedInContext(feature: "notices", client: client, log: log, catalogue: catalogue))
    }

    private func notice(_ id: NoticeID, by author: UserID, age: TimeInterval = 0) -> Notice {
        Notice(id: id, kind: .offer, text: "Keys", author: author, postedAt: clock.date.addingTimeInterval(-age))
    }

    private func slice(_ event: LogEvent) -> LogSlice {
        LogSlice(at: LogPosition(epoch: "e", seq: event.seq), events: [event])
    }

    @Test func `a board follows the log, and hides expired notices and notices of hidden people`() async throws {
        let (fresh, next) = (notice("n_1", by: "u_2"), notice("n_2", by: "u_3"))
        let old = notice("n_0", by: "u_2", age: NoticeRules.lifetime)
        let page = try HTTPResponse.success(
            Page([fresh, old]), receipt: LogReceipt(at: LogPosition(epoch: "e", seq: 0)))
        let stub = StubTransport([.expect(.get, "/api/notices?limit=20&kind=offer", response: page)])
        let board = try models(stub).board(of: .offer)
        await board.load()
        #expect(board.items == .loaded([fresh]))
        log.receive(slice(LogEvent(.noticePosted, seq: 1, subject: "u_3", data: Keyed(next))))
        #expect(board.items == .loaded([next, fresh]))
        log.receive(slice(LogEvent(.personHidden, seq: 2, subject: "u_2", touches: [.notices])))
        #expect(board.items == .loaded([next]))
        log.receive(slice(LogEvent(.noticeWithdrawn, seq: 3, subject: "u_3", data: Keyed(next.id))))
        #expect(board.items == .empty)
    }

    @Test func `failures appear after a field was left, and an invalid draft is not sent`() async throws {
        let stub = StubTransport([])
        let form = try models(stub).form
        #expect(form.failures.isEmpty)
        form.leave("text")
        #expect(form.failures.map { form.message(for: $0) } == ["Write the notice first."])
        form.draft = NoticeRequest(kind: NoticeKind(rawValue: "weather"), text: String(repeating: "a", count: 501))
        #expect(form.failures.map(\.path) == ["kind", "text"])
        let outcome = await form.post()
        #expect(outcome.failure?.message == "Choose a kind of notice. Shorten the notice to 500 characters.")
        #expect(await stub.requests.isEmpty)
    }

    @Test(arguments: [NoticeRoute.board, .kind(.offer), .notice("n_1")])
    func `a deep link keeps its route, and a path without a known kind is refused`(route: NoticeRoute) throws {
        let link = DeepLink.sheet(AppSheet(route))
        let url = try #require(link.url)
        #expect(try DeepLink(url, host: nil, features: try AppFeatures([.notices])) == link)
        for path in [["kinds"], ["kinds", "weather"]] { #expect(NoticeRoute(path: path) == nil) }
    }
}
