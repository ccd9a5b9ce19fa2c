import Auth
import Discover
import Foundation
import Matching
import Networking
import OrbitModels
import Testing

@testable import BackendRuntime
@testable import OrbitBackend
@testable import Profiles

extension Profile {
    /// A profile that is valid in January 2027.
    static func valid(_ name: String = "Maya", interests: [String] = ["music", "travel", "gaming"]) -> Profile {
        var profile = Profile(
            name: name, birthMonth: BirthMonth(year: 2006, month: 3),
            location: Location(city: "Palo Alto", state: "CA"),
            interests: interests.map { Interest($0) })
        profile.socialPreferences = SocialPreferences(
            groupSize: .small, meetingFrequency: .weekly, preferredTimes: [.evenings])
        return profile
    }
}

/// Small images. The backend accepts the JPEG and PNG images and refuses the GIF image. Two values of `mark` give
/// different bytes.
enum TestImage {
    static func jpeg(_ mark: String = "", count: Int = 64) -> Data {
        let frame: [UInt8] = [0xFF, 0xC0, 0, 11, 8, 0, 1, 0, 1, 1, 1, 0x11, 0]
        let scan: [UInt8] = [0xFF, 0xDA, 0, 8, 1, 1, 0, 0, 63, 0]
        let start = Data([0xFF, 0xD8] + frame + scan) + Data(mark.utf8)
        return start + Data(repeating: 0x20, count: max(0, count - start.count - 2)) + Data([0xFF, 0xD9])
    }

    static func png(_ mark: String = "") -> Data {
        // The image is one row of grey pixels. The bytes of the mark are the pixels. The data block is not compressed.
        let row = [0, 0] + Array(mark.utf8)
        let header: [UInt8] = [0, 0, 0, UInt8(row.count - 1), 0, 0, 0, 1, 8, 0, 0, 0, 0]
        let block = [1, UInt8(row.count), 0, ~UInt8(row.count), 0xFF] + row
        return Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) + chunk("IHDR", header)
            + chunk("IDAT", [0x78, 0x01] + block + [0, 0, 0, 0]) + chunk("IEND", [])
    }

    static func gif() -> Data { Data("GIF89a".utf8) + Data(count: 58) }

    /// A JPEG with `place` in its Exif segment.
    static func jpeg(withExif place: String) -> Data {
        let annex = Array("Exif\0\0\(place)".utf8)
        let picture = jpeg()
        return picture.prefix(2) + Data([0xFF, 0xE1, 0, UInt8(annex.count + 2)] + annex) + picture.dropFirst(2)
    }

    private static func chunk(_ type: String, _ payload: [UInt8]) -> Data {
        func number(_ value: UInt32) -> [UInt8] {
            (0..<4).reversed().map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
        }
        let body = Array(type.utf8) + payload
        return Data(number(UInt32(payload.count)) + body + number(CRC32.checksum(of: body)))
    }
}

extension TestServer {
    func put(_ profile: Profile, token: AccessToken, ifMatch: String?) async throws -> HTTPResponse {
        var headers = [(name: "Content-Type", value: "application/json")]
        if let ifMatch { headers.append(("If-Match", ifMatch)) }
        return try await send(
            .put, "/users/me", token: token, headers: headers, body: OrbitJSON.encoder.encode(profile))
    }

    func put(_ dealbreakers: Dealbreakers, token: AccessToken, ifMatch: String?) async throws -> HTTPResponse {
        var headers = [(name: "Content-Type", value: "application/json")]
        if let ifMatch { headers.append(("If-Match", ifMatch)) }
        return try await send(
            .put, "/discover/dealbreakers", token: token, headers: headers,
            body: OrbitJSON.encoder.encode(Keyed(dealbreakers)))
    }

    /// Sets the dealbreakers, with their current version as `If-Match`.
    func set(_ dealbreakers: Dealbreakers, by member: Member) async throws -> HTTPResponse {
        let version = try await send(.get, "/discover/dealbreakers", token: member.token).headers[.etag]
        return try await put(dealbreakers, token: member.token, ifMatch: version)
    }

    /// Saves the profile, with its current version as `If-Match`.
    @discardableResult
    func save(_ profile: Profile, token: AccessToken) async throws -> ProfileData {
        let version = try #require(try await me(token).headers[.etag])
        return try await put(profile, token: token, ifMatch: version).payload(ProfileData.self)
    }

    /// Signs in and saves a valid profile.
    func join(_ address: String, profile: Profile = .valid()) async throws -> AuthGrant {
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
