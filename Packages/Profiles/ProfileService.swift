public import Foundation
public import Networking
public import OrbitModels
public import TimeAndChance
import Validation

/// A client for the user's own profile, the visible members of other people's profiles, and photos.
///
/// ```swift
/// let mine = try await profiles.me()
/// let saved = try await profiles.update(edited, replacing: mine.value.version, key: key)
/// ```
public struct ProfileService: Sendable {
    private let client: APIClient
    private let random: RandomSource

    /// Creates a service that sends its requests through `client`.
    public init(client: APIClient, random: RandomSource = .system) {
        self.client = client
        self.random = random
    }

    /// Returns the user's own profile with its version.
    public func me() async throws -> Snapshot<SavedProfile> {
        let response = try await client.response(Endpoint<ProfileData>(ProfileRoutes.me))
        return Snapshot(try SavedProfile(response), at: response.receipt?.at)
    }

    /// Replaces the profile if `version` is still its version on the server.
    ///
    /// - Parameters:
    ///   - profile: The new profile.
    ///   - version: The version that was read.
    ///   - key: The key that makes retries of the request safe.
    /// - Throws: A problem with code `version_conflict` if the profile has another version. The server then keeps its
    ///   profile.
    public func update(
        _ profile: Profile, replacing version: EntityTag, key: IdempotencyKey
    ) async throws -> SavedProfile {
        try SavedProfile(
            try await client.response(
                Endpoint(ProfileRoutes.updateMe).json(profile).ifMatch(version).idempotent(key)))
    }

    /// Uploads a photo of the user. The server derives its id from its content, so a repeated upload creates no second
    /// photo.
    public func uploadPhoto(_ photo: CleanPhoto) async throws -> Photo {
        var form = MultipartForm()
        form.append(
            photo.bytes, name: "photo", filename: "photo.\(photo.format.rawValue)",
            contentType: photo.format.mediaType ?? "application/octet-stream")
        let key = IdempotencyKey.random(from: random)
        return try await client.value(
            of: Endpoint(ProfileRoutes.uploadPhoto).multipart(form, random: random).idempotent(key))
    }

    /// Returns another person with the members that they show to the caller. A match sees more than a stranger.
    ///
    /// - Throws: A problem with code `not_found` if the person does not exist or may not be seen.
    public func person(_ id: UserID) async throws -> Snapshot<Person> {
        let endpoint = Endpoint<Keyed<Person>>(ProfileRoutes.person, parameters: ["user_id": id.rawValue])
        let response = try await client.response(endpoint)
        return Snapshot(response.value.value, at: response.receipt?.at)
    }

    /// Returns the bytes of an image.
    public func photo(_ photo: PhotoID, of user: UserID) async throws -> Data {
        try await client.content(of: endpoint(of: photo, of: user))
    }

    /// Returns the bytes of an image and its version; `nil` if `tag` is still its version.
    public func photo(_ photo: PhotoID, of user: UserID, since tag: EntityTag?) async throws -> Response<Data>? {
        try await client.content(of: endpoint(of: photo, of: user), since: tag)
    }

    private func endpoint(of photo: PhotoID, of user: UserID) -> Endpoint<Data> {
        Endpoint(ProfileRoutes.photo, parameters: ["user_id": user.rawValue, "photo_id": photo.rawValue])
    }
}

extension SavedProfile {
    fileprivate init(_ response: Response<ProfileData>) throws {
        self.init(data: response.value, version: try response.version)
    }
}
