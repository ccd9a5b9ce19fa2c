import Auth
import Foundation
import Networking
import OrbitModels
import Profiles
import Testing

@testable import OrbitBackend

extension Profile {
    /// One that nothing is wrong with, in January 2027.
    static func sound(_ name: String = "Maya", interests: [String] = ["music", "travel", "gaming"]) -> Profile {
        var profile = Profile(
            name: name, birthMonth: BirthMonth(year: 2006, month: 3),
            location: Location(city: "Palo Alto", state: "CA"),
            interests: interests.map { Interest($0) })
        profile.socialPreferences = SocialPreferences(
            groupSize: .small, meetingFrequency: .weekly, preferredTimes: [.evenings])
        return profile
    }
}

/// Images as far as their first bytes go; `mark` makes them differ.
enum TestImage {
    static func jpeg(_ mark: String = "", count: Int = 64) -> Data {
        filled([0xFF, 0xD8, 0xFF, 0xE0], mark, count)
    }

    static func png(_ mark: String = "", count: Int = 64) -> Data {
        filled([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A], mark, count)
    }

    static func gif() -> Data { filled(Array("GIF89a".utf8), "", 64) }

    private static func filled(_ head: [UInt8], _ mark: String, _ count: Int) -> Data {
        let start = Data(head) + Data(mark.utf8)
        return start + Data(repeating: 0x20, count: max(0, count - start.count))
    }
}

extension TestServer {
    func put(_ profile: Profile, token: AccessToken, ifMatch: String?) async throws -> HTTPResponse {
        var headers = [(name: "Content-Type", value: "application/json")]
        if let ifMatch { headers.append(("If-Match", ifMatch)) }
        return try await send(
            .put, "/users/me", token: token, headers: headers, body: OrbitJSON.encoder.encode(profile))
    }

    /// Saves the profile over whatever version there is.
    @discardableResult
    func save(_ profile: Profile, token: AccessToken) async throws -> ProfileData {
        let version = try #require(try await me(token).headers[.etag])
        return try await put(profile, token: token, ifMatch: version).payload(ProfileData.self)
    }

    /// Signs in and saves a sound profile.
    func join(_ address: String, profile: Profile = .sound()) async throws -> AuthGrant {
        let grant = try await signIn(address)
        try await save(profile, token: grant.accessToken)
        return grant
    }

    func upload(
        _ image: Data, token: AccessToken?, key: String? = nil, part: String = "photo", boundary: String = "orbit-1"
    ) async throws -> HTTPResponse {
        var body = Data("--\(boundary)\r\nContent-Disposition: form-data; name=\"\(part)\"; filename=\"x\"\r\n".utf8)
        body += Data("Content-Type: image/jpeg\r\n\r\n".utf8) + image + Data("\r\n--\(boundary)--\r\n".utf8)
        var headers = [(name: "Content-Type", value: "multipart/form-data; boundary=\(boundary)")]
        if let key { headers.append(("Idempotency-Key", key)) }
        return try await send(.post, "/users/me/photo", token: token, headers: headers, body: body)
    }

    func photo(_ photo: PhotoID, of owner: UserID, token: AccessToken?) async throws -> HTTPResponse {
        try await send(.get, "/users/\(owner)/photos/\(photo)", token: token)
    }
}
