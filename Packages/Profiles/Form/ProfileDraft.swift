import Foundation
import OrbitModels

/// A form that is not finished, as it is kept between launches.
struct ProfileDraft: Codable, Equatable, Sendable {
    /// Whose it is: a draft is never shown to the next person on the device.
    let userID: UserID
    var profile: Profile
    /// What the draft began with; `nil` if nothing was saved then.
    var base: Profile?
    /// `ProfileStep.rawValue`.
    var step: String

    private enum CodingKeys: String, CodingKey {
        case profile, base, step
        case userID = "user_id"
    }
}
