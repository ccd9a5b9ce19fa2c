import Foundation
import OrbitModels

/// The stored form of a session: JSON with a schema version and dates in full precision.
struct TokenRecord: Codable {
    private static let currentSchema = 1

    let schema: Int
    /// The installation of the app that wrote the record; `nil` if the app does not distinguish installations.
    let installID: String?
    let session: AuthSession

    private enum CodingKeys: String, CodingKey {
        case schema
        case installID = "install_id"
        case session
    }

    static func encode(_ session: AuthSession, installID: String?) throws(TokenStoreError) -> Data {
        do {
            return try JSONEncoder().encode(
                TokenRecord(schema: currentSchema, installID: installID, session: session))
        } catch {
            throw .unavailable(reason: "The session has a date that cannot be stored. Sign in again.")
        }
    }

    /// Decodes a record. The result never contains the decoder's own errors, because they may quote the record.
    static func decode(_ data: Data, installID: String?) -> StoredSession {
        // If a record cannot be decoded, its schema number shows the reason.
        guard let record = try? JSONDecoder().decode(TokenRecord.self, from: data), record.schema == currentSchema
        else { return .corrupt(reason: fault(of: data)) }
        // A session of another installation counts as absent.
        return record.installID == installID ? .session(record.session) : .absent
    }

    private static func fault(of data: Data) -> String {
        struct Header: Decodable { let schema: Int }
        // Without a header, no version can have written the record.
        let header = try? JSONDecoder().decode(Header.self, from: data)
        return header.map { $0.schema == currentSchema } ?? true
            ? "The stored session is damaged. Remove it and sign in again."
            : "Another version of the app stored the session. Update the app, or sign in again."
    }
}
