import Foundation
public import Networking
public import OrbitModels
import TimeAndChance

/// The routes of one's own profile and its photos, and of other people's.
public enum ProfileRoutes {
    public static let me = Route(.get, "/users/me")
    public static let updateMe = Route(.put, "/users/me")
    public static let uploadPhoto = Route(.post, "/users/me/photo")
    /// Anybody on campus whom one may see.
    public static let person = Route(.get, "/users/{user_id}")
    /// Answers with the image itself, not with an envelope.
    public static let photo = Route(.get, "/users/{user_id}/photos/{photo_id}")

    public static let all = [me, updateMe, uploadPhoto, person, photo]
}

extension Endpoint<ProfileData> {
    static let me = Endpoint(ProfileRoutes.me)

    /// Replaces the profile, if it still is what `version` names.
    static func update(_ profile: Profile, version: EntityTag) throws -> Self {
        try Endpoint(ProfileRoutes.updateMe).json(profile).ifMatch(version)
    }
}

extension Endpoint<PhotoData> {
    static func uploadPhoto(_ form: MultipartForm, key: IdempotencyKey, random: RandomSource) -> Self {
        Endpoint(ProfileRoutes.uploadPhoto).multipart(form, random: random).idempotent(key)
    }
}

extension Endpoint<PersonData> {
    static func person(_ user: UserID) -> Self {
        Endpoint(ProfileRoutes.person, parameters: ["user_id": user.rawValue])
    }
}

extension Endpoint<Data> {
    static func photo(_ photo: PhotoID, of user: UserID) -> Self {
        Endpoint(ProfileRoutes.photo, parameters: ["user_id": user.rawValue, "photo_id": photo.rawValue])
    }
}

/// The answer of `/users/me`: the profile, if there is one, and whether it is enough to be discovered.
public struct ProfileData: Codable, Hashable, Sendable {
    public var userID: UserID
    public var email: String
    public var profile: Profile?
    public var profileComplete: Bool

    public init(userID: UserID, email: String, profile: Profile?, profileComplete: Bool) {
        self.userID = userID
        self.email = email
        self.profile = profile
        self.profileComplete = profileComplete
    }

    private enum CodingKeys: String, CodingKey {
        case email, profile
        case userID = "user_id"
        case profileComplete = "profile_complete"
    }
}

/// The answer of `/users/{user_id}`.
public struct PersonData: Codable, Hashable, Sendable {
    public var person: Person

    public init(person: Person) {
        self.person = person
    }
}

/// The answer to an uploaded photo.
public struct PhotoData: Codable, Hashable, Sendable {
    public var photo: Photo

    public init(photo: Photo) {
        self.photo = photo
    }
}
