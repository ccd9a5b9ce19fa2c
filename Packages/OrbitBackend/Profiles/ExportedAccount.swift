import Foundation
import OrbitModels
import Profiles

/// What an archive says of the account itself.
struct ExportedAccount: Codable, Sendable {
    let userID: UserID
    let email: String
    let createdAt: Date
    let profile: Profile?
    let counting: CountingValues?

    enum CodingKeys: String, CodingKey {
        case email, profile, counting
        case userID = "user_id"
        case createdAt = "created_at"
    }
}
