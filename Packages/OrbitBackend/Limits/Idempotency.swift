import Foundation
import Networking
import OrbitModels

/// Performs an effect once per `Idempotency-Key`, and gives its answer again to whoever repeats the request
/// (after the IETF draft "The Idempotency-Key HTTP Header Field").
///
/// Effect, key and answer are one transaction, so a repetition never meets a half-done first request: it
/// comes before it or after it. Only good answers are kept: a refusal had no effect, and is judged afresh.
struct Idempotency {
    private static let lifetime: TimeInterval = 86_400
    private static let longestKey = 255

    /// `nil` if the request carries no key.
    private let key: String?
    private let fingerprint: String
    private let now: Date

    /// - Parameters:
    ///   - scope: whose key it is. The same key of someone else is another.
    ///   - payload: what makes the request this request and not another.
    init(_ call: Call, scope: String, payload: [String], _ context: Context) throws {
        if let text = call.headers[.idempotencyKey] {
            guard (1...Self.longestKey).contains(text.utf8.count) else {
                throw Refusal.malformed("the Idempotency-Key must have 1 to \(Self.longestKey) bytes")
            }
            key = context.digest.hexadecimal(.idempotencyKey, scope, call.request.method.rawValue, text)
        } else {
            key = nil
        }
        fingerprint = StableHash.hexadecimal([call.request.url.path()] + payload)
        now = call.now
    }

    func perform(in transaction: any StoreTransaction, effect: () throws -> Reply) throws -> Reply {
        guard let key else { return try effect() }
        if let record = try transaction.get(IdempotencyRecord.self, key), record.expiresAt > now {
            guard record.fingerprint == fingerprint else { throw Self.keyReused }
            return Reply(response: record.response)
        }
        let reply = try effect()
        if (200..<300).contains(reply.response.status) {
            try transaction.put(
                IdempotencyRecord(
                    key: key, fingerprint: fingerprint, response: reply.response,
                    expiresAt: now.addingTimeInterval(Self.lifetime)))
        }
        return reply
    }

    private static let keyReused = Refusal(
        422, .idempotencyKeyReused, "This request was sent before with another content. Send it anew.")
}

/// The answer that belongs to a key. Operations whose answers hold tokens or codes are not idempotent by key.
struct IdempotencyRecord: ExpiringRecord {
    static let table = "idempotency"

    struct Field: Codable {
        let name: String
        let value: String
    }

    let key: String
    let fingerprint: String
    let status: Int
    let headers: [Field]
    let body: Data
    let expiresAt: Date

    var indexEntries: [IndexEntry] { [expiryEntry] }

    init(key: String, fingerprint: String, response: HTTPResponse, expiresAt: Date) {
        self.key = key
        self.fingerprint = fingerprint
        status = response.status
        headers = response.headers.fields.map { Field(name: $0.name.description, value: $0.value) }
        body = response.body
        self.expiresAt = expiresAt
    }

    var response: HTTPResponse {
        HTTPResponse(status: status, headers: HTTPHeaders(lenient: headers.map { ($0.name, $0.value) }), body: body)
    }
}
