import Foundation
import OrbitModels

/// The stored form of a session: JSON with a schema version, dates with full precision.
struct TokenRecord: Codable {
    private static let currentSchema = 1

    let schema: Int
    /// The installation of the app that wrote it; nil if the app does not distinguish installations.
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

    /// Does not include the decoder's own errors: they may quote the record.
    static func decode(_ data: Data, installID: String?) -> StoredSession {
        struct Header: Decodable { let schema: Int }
        do {
            let header = try JSONDecoder().decode(Header.self, from: data)
            guard header.schema == currentSchema else {
                return .corrupt(
                    reason: "Another version of the app stored the session. Update the app, or sign in anew.")
            }
            let record = try JSONDecoder().decode(TokenRecord.self, from: data)
            // A session of another installation does not count here.
            return record.installID == installID ? .session(record.session) : .absent
        } catch {
            return .corrupt(reason: "The stored session is damaged. Remove it and sign in anew.")
        }
    }
}
