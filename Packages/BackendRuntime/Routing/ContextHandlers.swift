public import Foundation
public import Networking
package import OrbitModels
public import OrbitStore
import TimeAndChance

extension BackendContext {
    /// Runs a body in a transaction that can append events. After the commit, counts events for the operator, hands
    /// over messages, and signals new jobs.
    ///
    /// - Parameters:
    ///   - now: The instant of all writes.
    ///   - job: The lease of the job whose step this is; `nil` outside of jobs. The runner of the job continues it
    ///     without a signal.
    ///   - body: The body. A retry runs it again.
    /// - Returns: The result of the body.
    /// - Throws: The error of the body, or `StoreError`.
    public func commit<Result: Sendable>(
        at now: Date, from job: String? = nil, _ body: @Sendable (LogTransaction) throws -> Result
    ) async throws -> Result {
        do {
            let (result, hasWork, mails, counts) = try await store.transaction { engine in
                let transaction = LogTransaction(engine, now: now, features: features, newEpoch: newIdentifier)
                let result = try body(transaction)
                try transaction.close()
                return (
                    result, !transaction.jobs.subtracting([job].compactMap(\.self)).isEmpty,
                    transaction.backgroundMails,
                    transaction.counts
                )
            }
            for event in counts { configuration.count(event) }
            if !mails.isEmpty { await handOver(mails) }
            if hasWork { work.send() }
            return result
        } catch let error as StoreError {
            work.rearm()  // the transaction may still have been committed
            throw error
        }
    }

    /// Hands over messages concurrently, after the commit in which the attempts were recorded, and stores the outcomes.
    private func handOver(_ mails: [BackgroundMail]) async {
        let delivery = delivery
        let outcomes = await withTaskGroup(of: (BackgroundMail, MailDelivery.Outcome).self) { group in
            for mail in mails { group.addTask { (mail, await delivery.deliver(mail.mail)) } }
            return await group.reduce(into: [(BackgroundMail, MailDelivery.Outcome)]()) { $0.append($1) }
        }
        .sorted { $0.0.mail.id < $1.0.mail.id }
        // The caller may have been cancelled meanwhile, but the outcomes must be stored.
        let noting = Task {
            try await commit(at: time.date) { transaction in
                for (mail, outcome) in outcomes { try mail.note(outcome, transaction) }
            }
        }
        do {
            try await noting.value
        } catch {
            // The outcomes may not be stored. When the leases of the attempts end, such messages are handed over again
            // with the same identifiers.
        }
    }

    /// Creates a handler that needs no session. It reads the body first, and then runs in one transaction.
    ///
    /// - Parameters:
    ///   - route: The route of the operation.
    ///   - body: The reader of the body.
    ///   - perform: Runs the operation in a transaction. A retry of the transaction runs it again, so it has no other
    ///     effects.
    public func open<Input>(
        _ route: Route, _ body: BodyReader<Input>,
        perform: @escaping @Sendable (LogTransaction, RequestContext, Input) throws -> OperationResult
    ) -> RouteHandler {
        var handler = RouteHandler(route: route, bodyLimit: body.limit) { call in
            let input = try body.read(call)
            return try await commit(at: call.now) { transaction in
                let result = try perform(transaction, call, input)
                try body.validate(input)
                return result
            }
        }
        handler.checkBody = { try body.check($0) }
        return handler
    }

    /// Creates a handler for a signed-in caller. It does not read the body of a caller without a session. The
    /// transaction of the operation checks the session again.
    ///
    /// - Parameters:
    ///   - route: The route of the operation.
    ///   - role: The people who may call the operation, as `x-access` names them.
    ///   - body: The reader of the body.
    ///   - perform: Runs the operation in a transaction. A retry of the transaction runs it again, so it has no other
    ///     effects.
    public func signedIn<Input>(
        _ route: Route, as role: AccessRole = .signedIn, _ body: BodyReader<Input>,
        perform: @escaping @Sendable (LogTransaction, RequestContext, Caller, Input) throws -> OperationResult
    ) -> RouteHandler {
        acting(route, as: role, body) { transaction, call, caller, input, _ in
            try role.check(caller, self, transaction)
            var result = try perform(transaction, call, caller, input)
            try body.validate(input)
            result.receipt = try transaction.receipt()
            return result
        }
    }

    /// Creates a handler for a signed-in caller that has its effect once for each `Idempotency-Key`. A request with the
    /// same key and another address or body is refused.
    ///
    /// - Parameters:
    ///   - route: The route of the operation.
    ///   - role: The people who may call the operation, as `x-access` names them. A repeated request gets its first
    ///     response without this check.
    ///   - body: The reader of the body.
    ///   - unseen: The problem of a repeated request if the caller may no longer see the people of its response.
    ///   - prepare: Runs after the check of the session and before the body is read, for example to count the request.
    ///   - perform: Runs the operation in a transaction. A retry of the transaction runs it again, so it has no other
    ///     effects.
    public func signedInOnce<Input>(
        _ route: Route, as role: AccessRole = .signedIn, _ body: BodyReader<Input>,
        unseen: HTTPProblem = .notFound,
        prepare: @escaping @Sendable (RequestContext) async throws -> Void = { _ in },
        perform: @escaping @Sendable (LogTransaction, RequestContext, Caller, Input) throws -> OperationResult
    ) -> RouteHandler {
        @Sendable func fingerprint(of call: RequestContext, _ input: Input) -> String {
            Idempotency.fingerprint(of: call, payload: body.payload(call, input))
        }
        // A request without a key is not compared with other requests, so its body is not encoded again.
        var handler = acting(
            route, as: role, body, prepare: prepare,
            fingerprint: { $0.headers[.idempotencyKey] == nil ? "" : fingerprint(of: $0, $1) }
        ) { transaction, call, caller, input, fingerprint in
            let idempotency = try Idempotency(
                call, scope: "user \(caller.userID)", owner: caller.userID, fingerprint: fingerprint, self)
            if let record = try idempotency.record(in: transaction) {
                let visibility = Visibility(of: caller.account, in: transaction)
                guard try record.subjects.allSatisfy({ try visibility.account($0) != nil }) else { throw unseen }
                return try record.result(for: caller.userID, action: call.actionName, in: transaction)
            }
            try role.check(caller, self, transaction)
            var result = try perform(transaction, call, caller, input)
            try body.validate(input)
            result.receipt = try transaction.receipt()
            try idempotency.keep(&result, in: transaction)
            return result
        }
        handler.fingerprint = { fingerprint(of: $0, try body.read($0)) }
        return handler
    }

    /// Creates a handler for a signed-in caller.
    ///
    /// - Parameters:
    ///   - role: The people who may call the operation. `perform` checks it, because a repeated request gets its first
    ///     response without this check.
    ///   - fingerprint: Computes the last argument of `perform`, before the transaction begins.
    private func acting<Input>(
        _ route: Route, as role: AccessRole, _ body: BodyReader<Input>,
        prepare: @escaping @Sendable (RequestContext) async throws -> Void = { _ in },
        fingerprint: @escaping @Sendable (RequestContext, Input) -> String = { _, _ in "" },
        perform: @escaping @Sendable (LogTransaction, RequestContext, Caller, Input, String) throws -> OperationResult
    ) -> RouteHandler {
        var handler = RouteHandler(route: route, bodyLimit: body.limit) { call in
            try await admit(call)
            try await prepare(call)
            let input = try body.read(call)
            let digest = fingerprint(call, input)
            return try await commit(at: call.now) { transaction in
                let caller = try caller(of: call, in: transaction)
                transaction.act(as: caller.userID, action: call.actionName)
                return try perform(transaction, call, caller, input, digest)
            }
        }
        handler.checkBody = { try body.check($0) }
        handler.access = role
        return handler
    }

    /// Creates a handler for a signed-in caller that reads one snapshot. An operation that also has to write does so in
    /// `prepare`, for example to store a record of each person who loads a list.
    ///
    /// - Parameters:
    ///   - route: The route of the operation.
    ///   - role: The people who may call the operation, as `x-access` names them.
    ///   - prepare: Runs after the check of the session and before the snapshot, for example to count the request. It
    ///     can write by ``commit(at:from:_:)``. Without it, most requests are one read of the store.
    ///   - perform: Runs the operation on a snapshot. The store may run it again, so it has no effects.
    public func signedInReading(
        _ route: Route, as role: AccessRole = .signedIn,
        prepare: (@Sendable (RequestContext) async throws -> Void)? = nil,
        perform: @escaping @Sendable (any StoreReader, RequestContext, Caller) throws -> OperationResult
    ) -> RouteHandler {
        /// Runs the operation, unless something has to be written first. Then there is no result.
        @Sendable func firstRead(_ call: RequestContext) async throws -> (Admission, OperationResult?) {
            try await store.read { reader in
                let admission = try admission(of: call, in: reader)
                guard prepare == nil, admission.hasArrived, let head = admission.head else { return (admission, nil) }
                try role.check(admission.caller, self, reader)
                var result = try perform(reader, call, admission.caller)
                result.receipt = StoredReceipt(at: head.position)
                return (admission, result)
            }
        }
        var handler = RouteHandler(route: route, bodyLimit: BodyReader.none.limit) { call in
            let result: OperationResult
            switch try await firstRead(call) {
            case (_, let first?): result = first
            case (let admission, nil):
                try await complete(admission, at: call.now)
                try await prepare?(call)
                result = try await store.read { reader in
                    let caller = try caller(of: call, as: role, in: reader)
                    return try perform(reader, call, caller).withReceipt(for: caller.userID, in: reader)
                }
            }
            // Operations of the backend can also write after the read. That transaction checks the session again. If it
            // fails, the whole request fails with its error.
            if let followUp = result.followUp {
                try await store.transaction { transaction in
                    _ = try caller(of: call, as: role, in: transaction)
                    try followUp(transaction)
                }
            }
            return result
        }
        handler.access = role
        return handler
    }
}

extension OperationResult {
    /// Returns the result with the position of the caller's log in the snapshot that the result was read from.
    package func withReceipt(for caller: UserID, in reader: any StoreReader) throws -> OperationResult {
        var result = self
        result.receipt = try LogHead.of(caller, in: reader).map { StoredReceipt(at: $0.position) }
        return result
    }
}

extension RequestContext {
    /// The `Idempotency-Key` of the request; `nil` without a valid key. The caller's own events carry it.
    package var actionName: String? {
        headers[.idempotencyKey].flatMap { Idempotency.lengths.contains($0.utf8.count) ? $0 : nil }
    }
}
