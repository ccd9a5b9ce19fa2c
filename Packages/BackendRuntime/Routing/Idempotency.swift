package import Foundation
import Networking
package import OrbitModels
package import OrbitStore

/// The check that a request with an `Idempotency-Key` has its effect once. A repeated request gets the first response
/// (IETF draft "The Idempotency-Key HTTP Header Field").
///
/// The effect, the key and the response are written in one transaction. A repetition therefore runs before or after the
/// first request, and never sees half of its effect. Only successful responses are stored. A refused request has no
/// effect, and its repetition is checked again.
package struct Idempotency: Sendable {
    /// The valid lengths of a key, in bytes.
    package static let lengths = 1...255
    private static let lifetime: TimeInterval = 86_400
    /// The prefix of each fingerprint. Change it together with the inputs of fingerprints.
    private static let version = "2:"

    /// The digest of the key; `nil` if the request has no key.
    private let key: String?
    private let owner: UserID?
    private let fingerprint: String
    private let now: Date

    /// Creates the check for a request.
    ///
    /// - Parameters:
    ///   - call: The request.
    ///   - scope: The owner of the key. Equal keys of different owners are different keys.
    ///   - owner: The owner, if the owner is a person.
    ///   - fingerprint: The fingerprint of the request; see ``fingerprint(of:payload:)``.
    ///   - context: The context of the backend.
    /// - Throws: ``HTTPProblem`` if the length of the key is not in ``lengths``.
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

    /// Returns the version of the fingerprint's inputs, followed by a digest of the address and the payload of a
    /// request.
    ///
    /// - Parameters:
    ///   - call: The request.
    ///   - payload: The texts that distinguish requests with the same key and address.
    package static func fingerprint(of call: RequestContext, payload: [String]) -> String {
        version + ContentHash.hexadecimal([call.request.url.path()] + payload)
    }

    /// Returns the stored response of the same request; `nil` for the first request.
    ///
    /// - Throws: ``HTTPProblem`` if the key belongs to another request.
    package func record(in reader: any StoreReader) throws -> IdempotencyRecord? {
        guard let key, let record = try reader.get(IdempotencyRecord.self, key), record.expiresAt > now else {
            return nil
        }
        // A fingerprint of another version cannot be compared. It expires within a day of the update.
        let isComparable = record.fingerprint.hasPrefix(Self.version)
        guard !isComparable || record.fingerprint == fingerprint else { throw Self.keyReused }
        return record
    }

    /// Stores a successful result under the key. Deletes the person's oldest result if more than
    /// ``IdempotencyRecord/maxPerPerson`` results would be stored.
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

    /// Removes the stored result, because its effect is undone.
    package func forget(in transaction: any StoreTransaction) throws {
        if let key { try transaction.delete(IdempotencyRecord.self, key) }
    }

    private static let keyReused = HTTPProblem(
        422, .idempotencyKeyReused, "This request was already sent with different content. Try again.")
}

/// The response that is stored for a key. Operations whose responses contain tokens, codes or an entity tag do not use
/// keys.
package struct IdempotencyRecord: ExpiringRecord {
    package static let table = "idempotency"
    private static let byOwner = "owner"
    /// The maximum number of records of one person. Beyond it, the oldest records are deleted before they expire.
    package static let maxPerPerson: Int64 = 500
    package static var personalData: PersonalData<Self> {
        .init(.group(of: Self.byOwner), .index(Self.about))
    }

    package let key: String
    package let owner: UserID?
    /// The number of the record among the owner's records.
    package let number: Int64
    package let fingerprint: String
    /// The data of the response as JSON.
    package let data: Data
    /// The other people that the data is about.
    package let subjects: [UserID]
    /// The position of the caller's log after the effect; `nil` for callers without a session.
    package let position: LogPosition?
    /// The number of events that the effect appended to that log, just before the position.
    package let eventCount: Int
    package let expiresAt: Date

    package var indexEntries: [IndexEntry] {
        [expiryEntry] + Set(subjects).map { IndexEntry(Self.about($0)) }
            + (owner.map { [IndexEntry(Self.byOwner, group: $0.rawValue, rank: number)] } ?? [])
    }

    /// Deletes the record that the person's next record replaces.
    ///
    /// - Returns: The number of the next record.
    package static func makeRoom(for owner: UserID, in transaction: any StoreTransaction) throws -> Int64 {
        let latest = IndexQuery(byOwner, group: owner.rawValue, order: .descending, limit: 1)
        // The rank is the number, so the stored responses are not decoded.
        guard let last = try transaction.positions(Self.self, latest).first else { return 0 }
        let (number, oldest) = (last.rank + 1, last.rank + 1 - maxPerPerson)
        let replaced = IndexQuery(byOwner, group: owner.rawValue, ranks: .min...oldest, limit: 1)
        for place in try transaction.positions(Self.self, replaced) { try transaction.delete(Self.self, place.key) }
        return number
    }

    /// Returns the index of the records whose response is about a person.
    private static func about(_ person: UserID) -> String { "about \(person)" }

    /// Returns the stored response.
    ///
    /// - Parameters:
    ///   - caller: The person who repeats the request.
    ///   - action: The `Idempotency-Key` of the request.
    ///   - reader: A snapshot of the store.
    package func result(for caller: UserID, action: String?, in reader: any StoreReader) throws -> OperationResult {
        OperationResult(
            encoded: data,
            receipt: try position.map {
                try .repeated(at: $0, count: eventCount, action: action, of: caller, in: reader)
            })
    }
}
