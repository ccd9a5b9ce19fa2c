public import Foundation

/// A body and the result of its check.
///
/// Texts are cleaned and compared before the transaction begins, so that no other request waits for this work. The
/// error of the check is thrown only when the operation calls ``value()``. The operation thereby decides the order of
/// this refusal among its other refusals. The backend calls ``value()`` again at the end of the operation, so no
/// operation commits a body that the check refuses.
public struct CheckedBody<Body: Sendable, Value: Sendable>: Sendable {
    /// The body as it was sent.
    public let body: Body
    private let result: Result<Value, any Error>

    fileprivate init(_ body: Body, _ result: Result<Value, any Error>) {
        self.body = body
        self.result = result
    }

    /// Returns the checked value.
    ///
    /// - Throws: The error of the check, a ``HTTPProblem``.
    public func value() throws -> Value { try result.get() }
}

extension BodyReader {
    /// Returns a reader that also checks the body.
    ///
    /// - Parameters:
    ///   - check: Receives the body and the time of the request, and throws a ``HTTPProblem``.
    ///   - refuse: Throws a ``HTTPProblem`` for a value with failures. The operation reports them together with
    ///     failures that depend on the store.
    public func checked<Value: Sendable>(
        _ check: @escaping @Sendable (Input, Date) throws -> Value,
        refusing refuse: @escaping @Sendable (Value) throws -> Void = { _ in }
    ) -> BodyReader<CheckedBody<Input, Value>> {
        BodyReader<CheckedBody<Input, Value>>(
            limit: limit,
            payload: { payload($0, $1.body) },
            read: { call in
                let body = try read(call)
                return CheckedBody(body, Result { try check(body, call.now) })
            },
            validate: { try refuse($0.value()) })
    }
}
