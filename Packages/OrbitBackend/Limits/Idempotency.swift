import Foundation
import Networking
import OrbitModels

/// Performs an effect once per `Idempotency-Key`, and gives its response again to a caller who repeats the request
/// (after the IETF draft "The Idempotency-Key HTTP Header Field").
///
/// Effect, key and response are one transaction, so a repetition never meets a half-done first request: it
/// comes before it or after it. Only good responses are kept: a refusal had no effect, and is judged afresh.
struct Idempotency {
    /// Of keys, in bytes.
    static let lengths = 1...255
    private static let lifetime: TimeInterval = 86_400

    /// `nil` if the request carries no key.
    private let key: String?
    private let fingerprint: String
    private let now: Date

    /// - Parameters:
    ///   - scope: the owner of the key. The same key of another owner is another key.
    ///   - payload: what makes the request this request and not another.
    init(_ call: RequestContext, scope: String, payload: [String], _ context: Context) throws {
        if let text = call.headers[.idempotencyKey] {
            guard Self.lengths.contains(text.utf8.count) else {
                throw HTTPProblem.malformed("the Idempotency-Key must have 1 to \(Self.lengths.upperBound) bytes")
            }
            key = context.digest.hexadecimal(.idempotencyKey, scope, call.request.method.rawValue, text)
        } else {
            key = nil
        }
        fingerprint = ContentHash.hexadecimal([call.request.url.path()] + payload)
        now = call.now
    }

    /// What the same request came to before; throws a ``HTTPProblem`` if the key belongs to another.
    func record(in reader: any StoreReader) throws -> IdempotencyRecord? {
        guard let key, let record = try reader.get(IdempotencyRecord.self, key), record.expiresAt > now else {
            return nil
        }
        guard record.fingerprint == fingerprint else { throw Self.keyReused }
        return record
    }

    /// Keeps a good result under the key.
    func keep(_ result: inout OperationResult, in transaction: any StoreTransaction) throws {
        guard let key, let data = try result.encodedData() else { return }
        try transaction.put(
            IdempotencyRecord(
                key: key, fingerprint: fingerprint, data: data, subjects: result.subjects,
                position: result.receipt?.at, eventCount: result.receipt?.events.count ?? 0,
                expiresAt: now.addingTimeInterval(Self.lifetime)))
    }

    private static let keyReused = HTTPProblem(
        422, .idempotencyKeyReused, "This request was sent before with another content. Send it anew.")
}

/// The response that belongs to a key. Operations whose responses hold tokens or codes are not idempotent by key, nor
/// are those with an entity tag.
struct IdempotencyRecord: ExpiringRecord {
    static let table = "idempotency"

    let key: String
    let fingerprint: String
    /// JSON.
    let data: Data
    /// The other people the data is about.
    let subjects: [UserID]
    /// Where the caller's log stood after the effect; `nil` for callers who are not signed in.
    let position: LogPosition?
    /// How many events the effect appended to that log, just before the position.
    let eventCount: Int
    let expiresAt: Date

    var indexEntries: [IndexEntry] { [expiryEntry] }

    /// The same response again.
    func result(for caller: UserID, action: String?, in reader: any StoreReader) throws -> OperationResult {
        OperationResult(
            encoded: data,
            receipt: try position.map {
                try .again(at: $0, count: eventCount, action: action, of: caller, in: reader)
            })
    }
}
