import Foundation
import OrbitModels

/// The stored form of a session: JSON with a schema version, dates to the bit.
struct TokenRecord: Codable {
    private static let currentSchema = 1

    let schema: Int
    /// Which installation of the app wrote it; nil if the app does not tell installations apart.
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

    /// The decoder's own errors are not passed on: they may quote the record.
    static func decode(_ data: Data, installID: String?) -> StoredSession {
        struct Header: Decodable { let schema: Int }
        do {
            let header = try JSONDecoder().decode(Header.self, from: data)
            guard header.schema == currentSchema else {
                return .corrupt(
                    reason: "Another version of the app stored the session. Update the app, or sign in anew.")
            }
            let record = try JSONDecoder().decode(TokenRecord.self, from: data)
            // What another installation left behind is nobody's session here.
            return record.installID == installID ? .session(record.session) : .absent
        } catch {
            return .corrupt(reason: "The stored session is damaged. Remove it and sign in anew.")
        }
    }
}
