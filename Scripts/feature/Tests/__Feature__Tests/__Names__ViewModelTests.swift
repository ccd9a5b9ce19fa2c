import Foundation
import Networking
import NetworkingTesting
import OrbitModels
import Presentation
import Testing
import TimeAndChance
import __Feature__

/// The list and its actions over scripted responses.
@Suite @MainActor struct __Names__ViewModelTests {
    private let log = EventLog(time: VirtualClock(), random: .seeded(2))

    private func element(_ id: __Name__ID, addedAfter seconds: TimeInterval = 0) -> __Name__ {
        __Name__(id: id, text: "Hello", createdAt: Date(timeIntervalSince1970: 1_800_000_000 + seconds))
    }

    private func model(_ stub: StubTransport) throws -> __Names__ViewModel {
        __Names__ViewModel(service: __Name__Service(client: try .scripted(stub)), log: log, pageSize: 1)
    }

    @Test func `the list comes a page at a time, the latest first`() async throws {
        let (new, old) = (element("b", addedAfter: 60), element("a"))
        let stub = StubTransport([
            .expect(.get, "/api/__path_names__?limit=1", response: try .success(Page([new], nextCursor: "n"))),
            .expect(.get, "/api/__path_names__?cursor=n&limit=1", response: try .success(Page([old]))),
        ])
        let model = try model(stub)
        await model.list.load()
        await model.list.loadMore()
        #expect(model.list.items == .loaded([new, old]))
        try await stub.finish()
    }

    @Test func `an added element shows after the response, and a refused one does not`() async throws {
        let problem = Problem(code: .rateLimited, message: "Try again later.")
        let stub = StubTransport([
            .expect(.get, "/api/__path_names__?limit=1", response: try .success(Page<__Name__>([]))),
            .expect(.post, "/api/__path_names__", response: try .success(Keyed(element("a")))),
            .expect(.post, "/api/__path_names__", response: try .problem(429, problem)),
        ])
        let model = try model(stub)
        await model.list.load()
        #expect(model.list.items == .empty)
        #expect(await model.add("Hello") == .done)
        #expect(model.list.items == .loaded([element("a")]))
        let refused = await model.add("Again")
        #expect(refused.failure?.kind == .limited)
        #expect(model.failure?.kind == .limited)
        #expect(model.list.items == .loaded([element("a")]))
        #expect(model.inFlight.isEmpty)
        try await stub.finish()
    }

    @Test func `a removed element is hidden, and shows again if the server refuses`() async throws {
        let problem = Problem(code: .notFound, message: "We cannot find this. It may have been deleted.")
        let stub = StubTransport([
            .expect(.get, "/api/__path_names__?limit=1", response: try .success(Page([element("a")]))),
            .expect(.delete, "/api/__path_names__/a", response: try .problem(404, problem)),
            .expect(.delete, "/api/__path_names__/a", response: try .success(MessageData(message: "It is removed."))),
        ])
        let model = try model(stub)
        await model.list.load()
        #expect(await model.remove(element("a")).failure?.kind == .refused(.notFound))
        #expect(model.list.items == .loaded([element("a")]))
        #expect(await model.remove(element("a")) == .done)
        #expect(model.list.items == .empty && model.failure == nil)
        try await stub.finish()
    }

    @Test func `events that arrive twice change nothing the second time`() throws {
        let model = try model(StubTransport([]))
        let (a, b) = (element("a"), element("b", addedAfter: 60))
        let events = [
            LogEvent(.__name__Added, data: Keyed(a)), LogEvent(.__name__Added, data: Keyed(b)),
            LogEvent(.__name__Removed, data: Keyed(a.id)),
        ]
        for (index, event) in events.flatMap({ [$0, $0] }).enumerated() {
            let position = LogPosition(epoch: "e", seq: index + 1)
            log.receive(LogSlice(at: position, events: [event.numbered(position.seq)]))
        }
        #expect(model.list.known == [b])
    }

    @Test func `an empty text is refused with the words of the form, and is not sent`() async throws {
        let stub = StubTransport([])
        let model = try model(stub)
        #expect(model.failures(in: "").map { model.message(for: $0) } == ["Write a text first."])
        let outcome = await model.add("  ")
        #expect(outcome.failure?.kind == .invalid && model.failure?.message == "Write a text first.")
        #expect(await stub.requests.isEmpty)
    }

    @Test func `a text of the maximum length is accepted, and a longer one is not`() throws {
        let model = try model(StubTransport([]))
        let longest = String(repeating: "a", count: __Name__Rules.maxCharacters)
        #expect(model.failures(in: longest).isEmpty)
        #expect(model.failures(in: longest + "a").map(\.path) == ["text"])
    }
}
