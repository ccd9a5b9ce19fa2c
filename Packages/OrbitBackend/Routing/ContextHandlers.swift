import Foundation
import Networking
import OrbitModels

extension Context {
    /// Runs a body that may append events, wakes those who follow the logs once it is committed, and does what is left
    /// to do after it.
    func commit<Result: Sendable>(
        at now: Date, _ body: @Sendable (LogTransaction) throws -> Result
    ) async throws -> Result {
        let (result, hasWork) = try await commitAlone(at: now, body)
        if hasWork { await doLeftOver(at: now) }
        return result
    }

    private func commitAlone<Result: Sendable>(
        at now: Date, _ body: @Sendable (LogTransaction) throws -> Result
    ) async throws -> (result: Result, hasWork: Bool) {
        let (result, wakes, hasWork) = try await store.transaction { engine in
            let transaction = LogTransaction(engine, now: now, newEpoch: newIdentifier)
            let result = try body(transaction)
            try transaction.close()
            return (result, transaction.wakes, transaction.hasWork)
        }
        followers.wake(wakes)
        return (result, hasWork)
    }

    private func doLeftOver(at now: Date) async {
        do {
            for _ in 0..<LeftOverWork.mostParts {
                let hasMore = try await commitAlone(at: now) { transaction in
                    try Feature.all.contains { try $0.leftOver?.doSome(self, transaction) ?? false }
                }.result
                guard hasMore else { return }
            }
        } catch {
            // What the request was for is committed; the records have a later request go on.
        }
    }

    /// An operation that needs no session: its body is read first, then it runs in one transaction.
    func open<Input>(
        _ route: Route, _ body: BodyReader<Input>,
        perform: @escaping @Sendable (LogTransaction, RequestContext, Input) throws -> OperationResult
    ) -> RouteHandler {
        RouteHandler(route: route, bodyLimit: body.limit) { call in
            let input = try body.read(call)
            return try await commit(at: call.now) { try perform($0, call, input) }
        }
    }

    /// An operation for a signed-in caller. Strangers' bodies are not looked at, and the session is checked
    /// again in the transaction that acts on it.
    func signedIn<Input>(
        _ route: Route, _ body: BodyReader<Input>,
        perform: @escaping @Sendable (LogTransaction, RequestContext, Caller, Input) throws -> OperationResult
    ) -> RouteHandler {
        acting(route, body) { transaction, call, caller, input in
            var result = try perform(transaction, call, caller, input)
            result.receipt = try transaction.receipt()
            return result
        }
    }

    /// An operation for a signed-in caller that has its effect once for each `Idempotency-Key`.
    ///
    /// - Parameters:
    ///   - payload: what, beside its address, distinguishes the request from others.
    ///   - unseen: how it refuses to tell of people that the caller may not see.
    func signedInOnce<Input>(
        _ route: Route, _ body: BodyReader<Input>, payload: @escaping @Sendable (Input) -> [String] = { _ in [] },
        unseen: HTTPProblem = .notFound,
        perform: @escaping @Sendable (LogTransaction, RequestContext, Caller, Input) throws -> OperationResult
    ) -> RouteHandler {
        acting(route, body) { transaction, call, caller, input in
            let idempotency = try Idempotency(call, scope: "user \(caller.userID)", payload: payload(input), self)
            if let record = try idempotency.record(in: transaction) {
                let visibility = Visibility(of: caller.account, in: transaction)
                guard try record.subjects.allSatisfy({ try visibility.account($0) != nil }) else { throw unseen }
                return try record.result(for: caller.userID, action: call.actionName, in: transaction)
            }
            try Sweep.run(in: transaction, now: call.now)
            for feature in Feature.all { try feature.settle(self, transaction) }
            var result = try perform(transaction, call, caller, input)
            result.receipt = try transaction.receipt()
            try idempotency.keep(&result, in: transaction)
            return result
        }
    }

    private func acting<Input>(
        _ route: Route, _ body: BodyReader<Input>,
        perform: @escaping @Sendable (LogTransaction, RequestContext, Caller, Input) throws -> OperationResult
    ) -> RouteHandler {
        RouteHandler(route: route, bodyLimit: body.limit) { call in
            try await admit(call)
            let input = try body.read(call)
            return try await commit(at: call.now) { transaction in
                let caller = try caller(of: call, in: transaction)
                transaction.act(as: caller.userID, action: call.actionName)
                return try perform(transaction, call, caller, input)
            }
        }
    }

    /// An operation for a signed-in caller that writes nothing.
    func signedInReading(
        _ route: Route, perform: @escaping @Sendable (any StoreReader, RequestContext, Caller) throws -> OperationResult
    ) -> RouteHandler {
        RouteHandler(route: route, bodyLimit: BodyReader.none.limit) { call in
            try await admit(call)
            return try await store.read { reader in
                let caller = try caller(of: call, in: reader)
                return try perform(reader, call, caller).read(for: caller.userID, in: reader)
            }
        }
    }
}

extension OperationResult {
    /// The result with the position in the caller's log that it includes: that of the snapshot it was read from.
    func read(for caller: UserID, in reader: any StoreReader) throws -> OperationResult {
        var result = self
        result.receipt = try LogHead.of(caller, in: reader).map { StoredReceipt(at: $0.position) }
        return result
    }
}

extension RequestContext {
    /// The name that the caller gave the request, and that the caller's own events carry; `nil` without a sound one.
    var actionName: String? {
        headers[.idempotencyKey].flatMap { Idempotency.lengths.contains($0.utf8.count) ? $0 : nil }
    }
}
