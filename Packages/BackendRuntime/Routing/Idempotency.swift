package import Foundation
import Networking
package import OrbitModels
package import OrbitStore

/// Performs an effect once per `Idempotency-Key`, and gives its response again to a caller who repeats the request
/// (after the IETF draft "The Idempotency-Key HTTP Header Field").
///
/// Effect, key and response are one transaction, so a repetition never meets a half-done first request: it
/// comes before it or after it. Only good responses are kept: a refusal had no effect, and is judged afresh.
package struct Idempotency: Sendable {
    /// Of keys, in bytes.
    package static let lengths = 1...255
    private static let lifetime: TimeInterval = 86_400
    /// Begins each fingerprint. A change of what a fingerprint is computed from needs another version.
    private static let version = "2:"

    /// `nil` if the request carries no key.
    private let key: String?
    private let owner: UserID?
    private let fingerprint: String
    private let now: Date

    /// - Parameters:
    ///   - scope: the owner of the key. The same key of another owner is another key.
    ///   - owner: the same, if it is a person.
    ///   - fingerprint: that of the request; see ``fingerprint(of:payload:)``.
    package init(
        _ call: RequestContext, scope: String, owner: UserID? = nil, fingerprint: String, _ context: BackendContext
    ) throws {
        self.owner = owner
        if let text = call.headers[.idempotencyKey] {
            guard Self.lengths.contains(text.utf8.count) else {
                throw HTTPProblem.malformed("the Idempotency-Key must have 1 to \(Self.lengths.upperBound) bytes")
            }
            key = context.digest.hexadecimal(.idempotencyKey, scope, call.request.method.rawValue, text)
        } else {
            key = nil
        }
        self.fingerprint = fingerprint
        now = call.now
    }

    /// A digest of the address and the payload of a request, and the version of what it is computed from.
    ///
    /// - Parameter payload: what makes the request this request and not another.
    package static func fingerprint(of call: RequestContext, payload: [String]) -> String {
        version + ContentHash.hexadecimal([call.request.url.path()] + payload)
    }

    /// What the same request came to before; throws a ``HTTPProblem`` if the key belongs to another.
    package func record(in reader: any StoreReader) throws -> IdempotencyRecord? {
        guard let key, let record = try reader.get(IdempotencyRecord.self, key), record.expiresAt > now else {
            return nil
        }
        // A fingerprint of another version cannot be compared, and expires within a day of the update.
        let isComparable = record.fingerprint.hasPrefix(Self.version)
        guard !isComparable || record.fingerprint == fingerprint else { throw Self.keyReused }
        return record
    }

    /// Keeps a good result under the key, and no more than ``IdempotencyRecord/most`` of one person.
    package func keep(_ result: inout OperationResult, in transaction: any StoreTransaction) throws {
        guard let key, let data = try result.encodedData() else { return }
        let number = try owner.map { try IdempotencyRecord.makeRoom(for: $0, in: transaction) } ?? 0
        try transaction.put(
            IdempotencyRecord(
                key: key, owner: owner, number: number, fingerprint: fingerprint, data: data,
                subjects: result.subjects,
                position: result.receipt?.at, eventCount: result.receipt?.events.count ?? 0,
                expiresAt: now.addingTimeInterval(Self.lifetime)))
    }

    /// Removes the result that is kept under the key, as its effect is undone.
    package func forget(in transaction: any StoreTransaction) throws {
        if let key { try transaction.delete(IdempotencyRecord.self, key) }
    }

    private static let keyReused = HTTPProblem(
        422, .idempotencyKeyReused, "This request was sent before with another content. Send it anew.")
}

/// The response that belongs to a key. Operations whose responses hold tokens or codes are not idempotent by key, nor
/// are those with an entity tag.
package struct IdempotencyRecord: ExpiringRecord {
    package static let table = "idempotency"
    private static let byOwner = "owner"
    /// Of one person. Beyond it the oldest are forgotten before their day is over.
    package static let most: Int64 = 500
    package static var personalData: PersonalData<Self> {
        .init(.group(of: Self.byOwner), .index(Self.about))
    }

    package let key: String
    package let owner: UserID?
    /// Counts the owner's.
    package let number: Int64
    package let fingerprint: String
    /// JSON.
    package let data: Data
    /// The other people the data is about.
    package let subjects: [UserID]
    /// Where the caller's log stood after the effect; `nil` for callers who are not signed in.
    package let position: LogPosition?
    /// How many events the effect appended to that log, just before the position.
    package let eventCount: Int
    package let expiresAt: Date

    package var indexEntries: [IndexEntry] {
        [expiryEntry] + Set(subjects).map { IndexEntry(Self.about($0)) }
            + (owner.map { [IndexEntry(Self.byOwner, group: $0.rawValue, rank: number)] } ?? [])
    }

    /// Forgets what the person's next record replaces.
    ///
    /// - Returns: its number.
    package static func makeRoom(for owner: UserID, in transaction: any StoreTransaction) throws -> Int64 {
        let latest = IndexQuery(byOwner, group: owner.rawValue, order: .descending, limit: 1)
        guard let last = try transaction.list(Self.self, latest).first else { return 0 }
        let (number, oldest) = (last.number + 1, last.number + 1 - most)
        let replaced = IndexQuery(byOwner, group: owner.rawValue, ranks: .min...oldest, limit: 1)
        for record in try transaction.list(Self.self, replaced) { try transaction.delete(Self.self, record.key) }
        return number
    }

    /// Those whose response is about a person.
    private static func about(_ person: UserID) -> String { "about \(person)" }

    /// The same response again.
    package func result(for caller: UserID, action: String?, in reader: any StoreReader) throws -> OperationResult {
        OperationResult(
            encoded: data,
            receipt: try position.map {
                try .again(at: $0, count: eventCount, action: action, of: caller, in: reader)
            })
    }
}
