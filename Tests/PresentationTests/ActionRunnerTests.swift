import Foundation
import Networking
import NetworkingTesting
import OrbitModels
import Testing
import TimeAndChance

@testable import Presentation

@Suite @MainActor struct ActionRunnerTests {
    private let log = EventLog(time: VirtualClock(), random: .seeded(1))

    private func list(_ ids: [String]) async -> PagedList<Letter> {
        let list = Pages([.page(ids, at: 1)]).list(on: log)
        await list.load()
        return list
    }

    /// Runs an action that fails, and returns its key.
    private func fail(
        _ runner: ActionRunner<Int>, _ name: String = "", _ error: any Error = APIError.transport(.connectionLost)
    ) async -> IdempotencyKey? {
        var used: IdempotencyKey?
        await runner.run(1, name) { key in
            used = key
            throw error
        }
        return used
    }

    @Test func `a second run of an action in flight is skipped, and another action runs`() async {
        let (runner, action) = (ActionRunner<Int>(log: log), PausedAction())
        let first = Task { await runner.run(1) { _ in try await action.end() } }
        await action.waitForRequest()
        #expect(runner.inFlight == [1])
        #expect(await runner.run(1) { _ in [] } == .skipped)
        #expect(await runner.run(2) { _ in [] } == .done)
        action.release(.success([]))
        #expect(await first.value == .done)
        #expect(runner.inFlight.isEmpty)
    }

    @Test func `a failed action reverts its own effect and keeps that of another pending action`() async {
        let list = await list(["a", "b"])
        let (runner, one, other) = (ActionRunner<Int>(log: log), PausedAction(), PausedAction())
        let first = Task { await runner.run(1, expecting: [.gone("a")]) { _ in try await one.end() } }
        let second = Task { await runner.run(2, expecting: [.gone("b")]) { _ in try await other.end() } }
        await one.waitForRequest()
        await other.waitForRequest()
        #expect(list.items == .empty)
        one.release(.failure(NoNetwork()))
        #expect(await first.value.failure?.message == "No network.")
        #expect(list.ids == ["a"] && runner.failure?.message == "No network.")
        other.release(.failure(CancellationError()))
        #expect(await second.value == .skipped)
        #expect(list.ids == ["a", "b"] && log.pending.isEmpty)
    }

    @Test func `a request repeated after a lost response or a cancellation reuses its idempotency key`() async {
        let runner = ActionRunner<Int>(log: log)
        let lost = await fail(runner)
        let cancelled = await fail(runner, "", CancellationError())
        #expect(lost == cancelled)
        let offline = await fail(runner, "", APIError.transport(.cannotConnect))
        #expect(offline == lost)
        #expect(await fail(runner) != lost)
    }

    @Test func `an idempotency key is not reused after another action on the same item`() async {
        let runner = ActionRunner<Int>(log: log)
        let block = await fail(runner, "block")
        #expect(await runner.run(1, "unblock") { _ in [] } == .done)
        #expect(await fail(runner, "block") != block)
    }

    @Test func `an idempotency key is not reused after the log has shown its effect`() async throws {
        let runner = ActionRunner<Int>(log: log)
        log.receive(.e(1))
        let lost = try #require(await fail(runner))
        log.receive(LogSlice(at: .e(2), events: [.gone("a", seq: 2, action: lost.rawValue)]))
        #expect(await fail(runner) != lost)
    }

    @Test(arguments: [true, false])
    func `an action whose event arrives before its failure counts as done`(_ isExpected: Bool) async {
        let list = await list(["a", "b"])
        let runner = ActionRunner<Int>(log: log)
        let outcome = await runner.run(1, expecting: isExpected ? [.gone("a")] : []) { [log] key in
            log.receive(LogSlice(at: .e(2), events: [.gone("a", seq: 2, action: key.rawValue)]))
            throw APIError.transport(.connectionLost)
        }
        #expect(outcome == .done && runner.failure == nil && list.ids == ["b"])
    }

    @Test func `queued actions show their effects at once and are sent in order`() async {
        let list = await list(["a"])
        let (runner, action) = (ActionRunner<Int>(log: log), PausedAction())
        var sent: [Int] = []
        let first = Task { await runner.enqueue(1, expecting: [.gone("a")]) { _ in try await action.end() } }
        await action.waitForRequest()
        #expect(list.items == .empty)
        let second = Task {
            await runner.enqueue(1, expecting: [.sent(Letter("a"))]) { _ in
                sent.append(2)
                return [.sent(Letter("a"))]
            }
        }
        await waitUntil { list.ids == ["a"] }
        #expect(sent.isEmpty)
        second.cancel()
        action.release(.failure(NoNetwork()))
        #expect(await first.value.failure != nil)
        #expect(await second.value == .done)
        #expect(sent == [2] && list.ids == ["a"] && runner.inFlight.isEmpty)
    }
}

@Suite struct FailureTests {
    @Test(arguments: [
        (APIError.transport(.cannotConnect), Failure.Kind.unreachable), (.transport(.untrusted), .unreachable),
        (.transport(.connectionLost), .noResponse), (.transport(.timedOut), .noResponse),
        (.deadlineExceeded, .noResponse), (.unexpectedStatus(502), .unavailable),
        (.malformedResponse(reason: ""), .unavailable),
        (.problem(status: 401, problem: Problem(code: .unauthenticated, message: "")), .signedOut),
        (.problem(status: 412, problem: Problem(code: .versionConflict, message: "")), .conflict),
        (.problem(status: 429, problem: Problem(code: .rateLimited, message: "")), .limited),
        (.problem(status: 503, problem: Problem(code: .unavailable, message: "")), .unavailable),
        (.problem(status: 404, problem: Problem(code: .notFound, message: "")), .refused(.notFound)),
    ])
    func `every API error has its kind of failure`(_ error: APIError, _ kind: Failure.Kind) {
        #expect(Failure(error).kind == kind)
    }

    @Test func `a failure keeps the fields and the time of the next attempt`() {
        let clock = VirtualClock()
        let field = FieldFailure(path: "name", code: FailureCode(rawValue: "empty"))
        let problem = Problem(code: .invalidInput, message: "Fill it in.", fields: [field])
        let failure = Failure(APIError.problem(status: 422, problem: problem))
        #expect(failure.kind == .invalid && failure.fields == [field] && !failure.canRetry)
        let limit = Problem(code: .rateLimited, message: "Later.", retryAfter: 60)
        let limited = Failure(APIError.problem(status: 429, problem: limit), at: clock.date)
        #expect(limited.retryAt == clock.date.addingTimeInterval(60) && limited.canRetry)
    }
}
