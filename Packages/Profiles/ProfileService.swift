public import Foundation
public import Networking
public import OrbitModels
public import TimeAndChance
import Validation

/// The user's own profile on the server, other people's as far as they show it, and photos.
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

    /// The user's own profile, with its version.
    public func me() async throws -> Snapshot<SavedProfile> {
        let response = try await client.response(Endpoint<ProfileData>(ProfileRoutes.me))
        return Snapshot(try SavedProfile(response), at: response.receipt?.at)
    }

    /// Replaces the profile, unless it is no longer the version that was read: then the server refuses with
    /// `version_conflict` and keeps what it has.
    public func update(
        _ profile: Profile, replacing version: EntityTag, key: IdempotencyKey
    ) async throws -> SavedProfile {
        try SavedProfile(
            try await client.response(
                Endpoint(ProfileRoutes.updateMe).json(profile).ifMatch(version).idempotent(key)))
    }

    /// Adds a photo to the user's own. The server names it after its content, so sending it again makes no other.
    public func uploadPhoto(_ photo: CleanPhoto) async throws -> Photo {
        var form = MultipartForm()
        form.append(
            photo.bytes, name: "photo", filename: "photo.\(photo.format.rawValue)",
            contentType: photo.format.mediaType ?? "application/octet-stream")
        let key = IdempotencyKey.random(from: random)
        return try await client.value(
            of: Endpoint(ProfileRoutes.uploadPhoto).multipart(form, random: random).idempotent(key))
    }

    /// Another person, with the members that they show to the caller. A match sees more than a stranger.
    ///
    /// - Throws: a problem with code `not_found` for a person who is not there, or may not be seen.
    public func person(_ id: UserID) async throws -> Snapshot<Person> {
        let endpoint = Endpoint<Named<Person>>(ProfileRoutes.person, parameters: ["user_id": id.rawValue])
        let response = try await client.response(endpoint)
        return Snapshot(response.value.value, at: response.receipt?.at)
    }

    /// The image itself.
    public func photo(_ photo: PhotoID, of user: UserID) async throws -> Data {
        try await client.content(of: endpoint(of: photo, of: user))
    }

    /// The image itself with its version; `nil` if that still is the version `tag` names.
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
