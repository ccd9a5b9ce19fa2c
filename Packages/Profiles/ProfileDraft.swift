import Foundation
import OrbitModels

/// A form that is not finished, as it is kept between launches.
struct ProfileDraft: Codable, Equatable, Sendable {
    /// Whose it is: a draft is never shown to the next person on the device.
    let userID: UserID
    var profile: Profile
    /// `ProfileStep.rawValue`.
    var step: String

    private enum CodingKeys: String, CodingKey {
        case profile, step
        case userID = "user_id"
    }
}
