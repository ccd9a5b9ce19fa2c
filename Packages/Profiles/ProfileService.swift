public import Foundation
public import Networking
public import OrbitModels
public import TimeAndChance
import Validation

/// One's own profile on the server, other people's as far as they show it, and photos.
///
/// ```swift
/// let mine = try await profiles.me()
/// let saved = try await profiles.update(edited, replacing: mine.version)
/// ```
public struct ProfileService: Sendable {
    private let client: APIClient
    private let random: RandomSource

    public init(client: APIClient, random: RandomSource = .system) {
        self.client = client
        self.random = random
    }

    public func me() async throws -> VersionedProfile {
        try VersionedProfile(try await client.answer(.me))
    }

    /// Replaces the profile, unless it is no longer the version that was read: then the server answers
    /// with `version_conflict` and keeps what it has.
    public func update(_ profile: Profile, replacing version: EntityTag) async throws -> VersionedProfile {
        try VersionedProfile(try await client.answer(.update(profile, version: version)))
    }

    /// Adds a photo to one's own. The server names it after its content, so sending it again makes no other.
    public func uploadPhoto(_ photo: CleanPhoto) async throws -> Photo {
        var form = MultipartForm()
        form.append(
            photo.bytes, name: "photo", filename: "photo.\(photo.format.rawValue)",
            contentType: photo.format.mediaType ?? "application/octet-stream")
        let key = IdempotencyKey.random(from: random)
        return try await client.send(.uploadPhoto(form, key: key, random: random)).photo
    }

    /// Somebody else, with the members that they show to the one who asks. A match sees more than a stranger.
    ///
    /// - Throws: a problem with code `not_found` for whoever is not there, or may not be seen: they are not told apart.
    public func person(_ id: UserID) async throws -> Person {
        try await client.send(.person(id)).person
    }

    /// The image itself.
    public func photo(_ photo: PhotoID, of user: UserID) async throws -> Data {
        try await client.content(of: .photo(photo, of: user))
    }
}

/// One's own profile and the version of it that was read.
public struct VersionedProfile: Hashable, Sendable {
    public let data: ProfileData
    public let version: EntityTag

    init(_ answer: Answer<ProfileData>) throws {
        data = answer.value
        version = try answer.version
    }
}
