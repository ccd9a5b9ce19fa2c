package import Foundation
package import OrbitModels
package import Profiles

/// What an archive says of the account itself.
package struct ExportedAccount: Codable, Sendable {
    package let userID: UserID
    package let email: String
    package let createdAt: Date
    package let profile: Profile?
    package let counting: CountingValues?

    package enum CodingKeys: String, CodingKey {
        case email, profile, counting
        case userID = "user_id"
        case createdAt = "created_at"
    }
}
