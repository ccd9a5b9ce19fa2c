import Networking
import NetworkingTesting
import OrbitModels
import Presentation
import Testing
import TimeAndChance

@Suite @MainActor struct ResourceTests {
    private let clock = VirtualClock()
    private let log: EventLog

    init() {
        log = EventLog(time: clock, random: .seeded(1))
    }

    private let definition = ResourceDefinition<String>(.letters) { event, text throws(LogEventError) in
        switch event.kind {
        case .letterSent: text = try event.data(Letter.self).text
        case .lettersShuffled: return .outdated
        default: return .unknown
        }
        return .applied
    }

    /// A server that sends one response after the other.
    @MainActor private final class Script {
        var responses: ArraySlice<Result<(String, Int), any Error>>
        var held: PausedAction?

        init(_ responses: [Result<(String, Int), any Error>]) { self.responses = responses[...] }

        func next() async throws -> Snapshot<String> {
            let response = responses.popFirst() ?? .failure(NoNetwork())
            if let held {
                self.held = nil
                _ = try await held.end()
            }
            let (text, seq) = try response.get()
            return Snapshot(text, at: .e(seq))
        }
    }

    private func resource(_ script: Script) -> Resource<String> {
        Resource(definition, on: log) { try await script.next() }
    }

    /// Returns a resource that got the first of the responses after a later load had ended with the second.
    private func resourceWithLateResponse(_ responses: [Result<(String, Int), any Error>]) async -> Resource<String> {
        let script = Script(responses)
        let (resource, held) = (resource(script), PausedAction())
        script.held = held
        let slow = Task { await resource.load() }
        await held.waitForRequest()
        await resource.load()
        held.release(.success([]))
        await slow.value
        return resource
    }

    private let notFound = APIError.problem(status: 404, problem: Problem(code: .notFound, message: "Gone."))

    @Test func `a failed load keeps the previous value, and a not-found response clears the value`() async {
        let resource = resource(Script([.success(("a", 1)), .failure(NoNetwork()), .failure(notFound)]))
        await resource.load()
        #expect(resource.state == .loaded("a"))
        await resource.load()
        #expect(resource.state.value == "a" && resource.state.failure != nil)
        await resource.load()
        #expect(resource.state.value == nil && resource.state.failure?.kind == .refused(.notFound))
    }

    @Test func `a late response does not replace the value of a later load`() async {
        let resource = await resourceWithLateResponse([.success(("old", 1)), .success(("new", 1))])
        #expect(resource.state == .loaded("new"))
    }

    @Test func `a late not-found response does not clear a newer value`() async {
        let resource = await resourceWithLateResponse(
            [.failure(notFound), .success(("new", 1)), .success(("newer", 1))])
        log.receive(.e(2, LogEvent(.lettersShuffled)))
        #expect(resource.state.value == "new")
    }

    @Test func `a late failure is not shown over a newer value`() async {
        let resource = await resourceWithLateResponse([.failure(NoNetwork()), .success(("new", 1))])
        #expect(resource.state == .loaded("new"))
    }

    @Test func `an old snapshot is updated by later events, and new events are applied to it`() async {
        let script = Script([.success(("a", 1))])
        let (resource, held) = (resource(script), PausedAction())
        var changes: [String?] = []
        resource.onChange = { changes.append($0) }
        log.receive(.e(1))
        script.held = held
        let load = Task { await resource.load() }
        await held.waitForRequest()
        log.receive(.e(2, .sent(Letter("x", text: "b"))))
        held.release(.success([]))
        await load.value
        #expect(resource.state == .loaded("b"))
        log.receive(.e(3, .sent(Letter("x", text: "c"))))
        #expect(resource.state == .loaded("c") && changes.last == "c")
    }

    @Test func `a pending action is shown without a change of the server's value`() async {
        let (resource, action) = (resource(Script([.success(("a", 1))])), PausedAction())
        await resource.load()
        var changes = 0
        resource.onChange = { _ in changes += 1 }
        let run = Task {
            await ActionRunner<Int>(log: log).run(1, expecting: [.sent(Letter("x", text: "b"))]) { _ in
                try await action.end()
            }
        }
        await action.waitForRequest()
        #expect(resource.state == .loaded("b") && changes == 0)
        action.release(.failure(NoNetwork()))
        _ = await run.value
        #expect(resource.state == .loaded("a") && changes == 0)
    }

    @Test func `a resource that an event has outdated is loaded again`() async {
        let resource = resource(Script([.success(("a", 1)), .success(("b", 2))]))
        await resource.load()
        log.receive(.e(2, LogEvent(.lettersShuffled)))
        await clock.waitForSleepers(atLeast: 1)
        clock.advance(by: .seconds(2))
        await waitUntil { resource.state == .loaded("b") }
    }

    private let ofAuthor = ResourceDefinition<Letter>(
        .letters, hide: { person, letter in if letter?.author == person { letter = nil } },
        fold: { _, _ throws(LogEventError) in .unknown })

    @Test func `hiding a person clears their resource, and hiding another person keeps it`() async {
        let resource = Resource(ofAuthor, on: log) { Snapshot(Letter("x"), at: .e(1)) }
        await resource.load()
        log.receive(.e(2, LogEvent(.personHidden, subject: "another", touches: [.letters])))
        #expect(resource.state == .loaded(Letter("x")))
        log.receive(.e(3, LogEvent(.personHidden, subject: Letter("x").author, touches: [.letters])))
        #expect(resource.state == .empty)
    }

    @Test func `an event that hides a person does not reload the resource that it touches`() async {
        let resource = Resource(ofAuthor, on: log) { Snapshot(Letter("x"), at: .e(1)) }
        // Every event outdates this resource. A reload of the first resource would be a second pending sleep.
        let other = ResourceDefinition<Letter>(.letters) { _, _ throws(LogEventError) in .outdated }
        let asking = Resource(other, on: log) { Snapshot(Letter("y"), at: .e(1)) }
        await resource.load()
        await asking.load()
        log.receive(.e(2, LogEvent(.personHidden, subject: Letter("x").author, touches: [.letters])))
        await clock.waitForSleepers(atLeast: 1)
        #expect(clock.pendingSleeps.count == 1)
    }

    @Test func `a late response does not restore a person who was hidden meanwhile`() async {
        let held = PausedAction()
        let resource = Resource(ofAuthor, on: log) {
            _ = try await held.end()
            return Snapshot(Letter("x"), at: .e(1))
        }
        log.receive(.e(1))
        let load = Task { await resource.load() }
        await held.waitForRequest()
        log.receive(.e(2, LogEvent(.personHidden, subject: Letter("x").author)))
        held.release(.success([]))
        await load.value
        #expect(resource.state == .empty)
    }

    @Test func `an excluded person is not shown until the filter is removed`() async {
        let resource = Resource(ofAuthor, on: log) { Snapshot(Letter("x"), at: .e(1)) }
        await resource.load()
        log.setExclusionFilter { list, _ in list == .letters ? [Letter("x").author] : [] }
        #expect(resource.state == .empty)
        log.setExclusionFilter { _, _ in [] }
        #expect(resource.state == .loaded(Letter("x")))
    }
}
