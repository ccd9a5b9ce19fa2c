import Auth
import Foundation
import Networking
import NetworkingTesting
import OrbitModels
import OrbitStore
import Profiles
import Testing
import Validation

@testable import BackendRuntime
@testable import OrbitBackend

@Suite struct PhotoTests {
    private let server = TestServer()
    private let maya = "maya@stanford.edu"

    private func photos(of grant: AuthGrant) async throws -> [PhotoID] {
        try await server.me(grant.accessToken).payload(ProfileData.self).profile?.photos.map(\.id) ?? []
    }

    @Test(arguments: [(TestImage.jpeg(), "image/jpeg"), (TestImage.png(), "image/png")])
    func `an image is returned unchanged with the type of its content`(_ image: Data, _ type: String) async throws {
        let grant = try await server.signIn(maya)
        let photo = try await server.upload(image, token: grant.accessToken).payload(Keyed<Photo>.self).value
        #expect(photo.url == "/api/users/\(grant.userID)/photos/\(photo.id)")
        #expect(photo.id.rawValue.utf8.count == 32)
        let response = try await server.photo(photo.id, of: grant.userID, token: grant.accessToken)
        #expect(response.status == 200)
        #expect(response.body == image)
        #expect(response.field("content-type") == type)
        #expect(response.field("cache-control") == "private, max-age=3600")
        #expect(response.field("x-content-type-options") == "nosniff")
        let tag = try #require(response.headers[.etag])
        let again = try await server.send(
            .get, "/users/\(grant.userID)/photos/\(photo.id)", token: grant.accessToken,
            headers: [("If-None-Match", tag)])
        #expect(again.status == 304)
        #expect(again.body.isEmpty)
    }

    @Test func `a photo uploaded twice is stored once per person`() async throws {
        let grant = try await server.signIn(maya)
        let first = try await server.upload(TestImage.jpeg(), token: grant.accessToken).payload(Keyed<Photo>.self).value
        let second = try await server.upload(TestImage.jpeg(), token: grant.accessToken, boundary: "b2")
            .payload(Keyed<Photo>.self).value
        #expect(first == second)
        let liam = try await server.signIn("liam@stanford.edu")
        let his = try await server.upload(TestImage.jpeg(), token: liam.accessToken).payload(Keyed<Photo>.self).value
        #expect(his.id != first.id)
        #expect(
            try await server.store.read {
                try $0.list(PhotoRecord.self, IndexQuery(PhotoRecord.byOwner, group: grant.userID.rawValue))
            }.count == 1)
    }

    @Test func `a photo without a session begins no transaction`() async throws {
        let store = CountingStore()
        let server = TestServer(store: store)
        let response = try await server.deferringWork { try await server.upload(TestImage.png(), token: nil) }
        #expect(response.status == 401 && store.transactions == 0)
    }

    @Test func `a saved profile keeps its photos in order and deletes all removed photos`() async throws {
        let grant = try await server.signIn(maya)
        var ids: [PhotoID] = []
        for mark in ["a", "b", "c"] {
            ids.append(
                try await server.upload(TestImage.jpeg(mark), token: grant.accessToken)
                    .payload(Keyed<Photo>.self).value.id)
        }
        var profile = Profile.valid()
        profile.photos = ids.reversed().map { Photo(id: $0, url: "https://evil.example/\($0)") }
        let saved = try await server.save(profile, token: grant.accessToken)
        #expect(saved.profile?.photos.map(\.id) == ids.reversed())
        #expect(saved.profile?.photos.first?.url == "/api/users/\(grant.userID)/photos/\(ids[2])")

        profile.photos.removeLast()
        try await server.save(profile, token: grant.accessToken)
        #expect(try await photos(of: grant) == [ids[2], ids[1]])
        #expect(try await server.photo(ids[0], of: grant.userID, token: grant.accessToken).status == 404)
        #expect(try await server.photo(ids[1], of: grant.userID, token: grant.accessToken).status == 200)
    }

    @Test(arguments: [("", ""), ("/", ""), ("/v1/", "/v1")])
    func `the address of a photo begins with the base path`(_ base: String, _ prefix: String) async throws {
        let server = TestServer { $0.basePath = base }
        let album = PhotoAlbum(owner: "u", basePath: server.backend.context.basePath)
        #expect(album.photo("p").url == "\(prefix)/users/u/photos/p")
    }

    @Test func `the same photo twice in a profile is refused`() async throws {
        let grant = try await server.signIn(maya)
        let photo = try await server.upload(TestImage.jpeg(), token: grant.accessToken).payload(Keyed<Photo>.self).value
        var profile = Profile.valid()
        profile.photos = [photo, photo]
        let response = try await server.put(profile, token: grant.accessToken, ifMatch: "*")
        #expect(response.problem?.fields.map(\.path) == ["photos[1]"])
    }

    @Test func `another person's photo cannot be put into a profile`() async throws {
        let grant = try await server.signIn(maya)
        let photo = try await server.upload(TestImage.jpeg(), token: grant.accessToken).payload(Keyed<Photo>.self).value
        let liam = try await server.signIn("liam@stanford.edu")
        var profile = Profile.valid("Liam")
        profile.photos = [photo]
        let response = try await server.put(profile, token: liam.accessToken, ifMatch: "*")
        #expect(response.problem?.fields.map(\.code) == [.notAllowed])
    }

    @Test func `a seventh photo is refused, and a repeated photo is accepted`() async throws {
        let grant = try await server.signIn(maya)
        for number in 0..<6 {
            #expect(try await server.upload(TestImage.png("\(number)"), token: grant.accessToken).status == 200)
        }
        let seventh = try await server.upload(TestImage.png("7"), token: grant.accessToken)
        #expect(seventh.status == 409)
        #expect(seventh.code == .tooManyPhotos)
        #expect(seventh.problem?.details["max"] == .integer(6))
        #expect(try await server.upload(TestImage.png("0"), token: grant.accessToken).status == 200)
    }

    @Test func `100 concurrent uploads store six photos and refuse all others`() async throws {
        let grant = try await server.signIn(maya)
        let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
            for number in 0..<100 {
                let image = TestImage.jpeg("\(number)", count: 65_536)
                group.addTask { try await server.upload(image, token: grant.accessToken).status }
            }
            return try await group.reduce(into: [:]) { $0[$1, default: 0] += 1 }
        }
        #expect(statuses == [200: 6, 409: 24, 429: 70])
        let kept = try await server.store.read { reader in
            try PhotoAlbum(owner: grant.userID, basePath: "").records(in: reader).compactMap {
                try reader.blob(PhotoRecord.self, $0.key)?.count
            }
        }
        #expect(kept == Array(repeating: 65_536, count: 6))
    }

    @Test func `refused uploads count toward the limit of 30 an hour, which is checked before the form`() async throws {
        let grant = try await server.signIn(maya)
        for number in 0..<30 {
            let isValid = number % 2 == 0
            let response = try await server.upload(
                isValid ? TestImage.png() : TestImage.gif(), token: grant.accessToken, key: isValid ? "same" : nil)
            #expect(response.status == (isValid ? 200 : 415))
        }
        // A server that reads the form would refuse the request for its type.
        let refused = try await server.send(
            .post, "/users/me/photo", token: grant.accessToken, headers: [("Content-Type", "text/plain")])
        #expect(refused.code == .rateLimited)
        #expect(refused.problem?.retryAfter == 3_600)
        let liam = try await server.signIn("liam@stanford.edu")
        #expect(try await server.upload(TestImage.png(), token: liam.accessToken).status == 200)
        #expect(try await server.upload(TestImage.png(), token: nil).status == 401)
        server.clock.advance(by: .seconds(3_600))
        let token = try await server.refresh(grant.refreshToken).payload(AuthGrant.self).accessToken
        #expect(try await server.upload(TestImage.png(), token: token).status == 200)
    }

    @Test func `a person can upload at most 100 photos a day`() async throws {
        var grant = try await server.signIn(maya)
        var statuses: [Int: Int] = [:]
        for _ in 0..<4 {
            for _ in 0..<30 {
                statuses[try await server.upload(TestImage.png(), token: grant.accessToken).status, default: 0] += 1
            }
            server.clock.advance(by: .seconds(3_600))
            grant = try await server.refresh(grant.refreshToken).payload(AuthGrant.self)
        }
        #expect(statuses == [200: 100, 429: 20])
    }

    @Test func `an unused photo is replaced after an hour, and a photo in the profile is kept`() async throws {
        let grant = try await server.signIn(maya)
        var photos: [Photo] = []
        for number in 0..<6 {
            photos.append(
                try await server.upload(TestImage.png("\(number)"), token: grant.accessToken)
                    .payload(Keyed<Photo>.self).value)
        }
        var profile = Profile.valid()
        profile.photos = Array(photos.dropFirst())
        try await server.save(profile, token: grant.accessToken)
        server.clock.advance(by: .seconds(3_600))
        let token = try await server.refresh(grant.refreshToken).payload(AuthGrant.self).accessToken
        #expect(try await server.upload(TestImage.png("7"), token: token).code == .tooManyPhotos)
        server.clock.advance(by: .milliseconds(1))
        #expect(try await server.upload(TestImage.png("7"), token: token).status == 200)
        #expect(try await server.photo(photos[0].id, of: grant.userID, token: token).status == 404)
        #expect(try await server.photo(photos[1].id, of: grant.userID, token: token).status == 200)
        #expect(try await server.upload(TestImage.png("8"), token: token).code == .tooManyPhotos)
    }

    @Test func `a file other than JPEG or PNG is refused with its detected format`() async throws {
        let grant = try await server.signIn(maya)
        for (bytes, format) in [(TestImage.gif(), "gif"), (Data("<svg onload=x>".utf8), "unknown")] {
            let response = try await server.upload(bytes, token: grant.accessToken)
            #expect(response.status == 415)
            #expect(response.code == .unsupportedMediaType)
            #expect(response.problem?.fields.first?.parameters["format"] == .text(format))
        }
    }

    @Test func `an empty file and a form without a photo are refused`() async throws {
        let grant = try await server.signIn(maya)
        let empty = try await server.upload(Data(), token: grant.accessToken)
        #expect(empty.status == 422)
        #expect(empty.problem?.fields.map(\.code) == [.empty])
        let missing = try await server.upload(TestImage.jpeg(), token: grant.accessToken, part: "avatar")
        #expect(missing.status == 422)
        #expect(missing.problem?.fields.map(\.code) == [.required])
    }

    @Test func `a photo larger than eight mebibytes is refused`() async throws {
        let grant = try await server.signIn(maya)
        let largest = TestImage.jpeg(count: 8 * 1_024 * 1_024)
        let photo = try await server.upload(largest, token: grant.accessToken).payload(Keyed<Photo>.self).value
        let isKept = try await server.photo(photo.id, of: grant.userID, token: grant.accessToken).body == largest
        #expect(isKept && largest.count == Limits.photoBytes)
        let over = TestImage.jpeg(count: Limits.photoBytes + 1)
        let response = try await server.upload(over, token: grant.accessToken)
        #expect(response.status == 413)
        #expect(response.code == .payloadTooLarge)
        let form = try await server.upload(
            TestImage.jpeg(count: Limits.photoBytes + 70_000), token: grant.accessToken)
        #expect(form.code == .payloadTooLarge)
    }

    @Test func `a key repeats its response, and another photo with the same key is refused`() async throws {
        let grant = try await server.signIn(maya)
        let first = try await server.upload(TestImage.jpeg("a"), token: grant.accessToken, key: "k")
        let again = try await server.upload(TestImage.jpeg("a"), token: grant.accessToken, key: "k", boundary: "b2")
        #expect(first.body == again.body)
        let other = try await server.upload(TestImage.jpeg("b"), token: grant.accessToken, key: "k")
        #expect(other.code == .idempotencyKeyReused)
        let liam = try await server.signIn("liam@stanford.edu")
        let his = try await server.upload(TestImage.jpeg("b"), token: liam.accessToken, key: "k")
        #expect(his.status == 200)
    }

    @Test func `a photo is visible only to the campus, and only after the profile shows the photo`() async throws {
        let grant = try await server.join(maya)
        let photo = try await server.upload(TestImage.jpeg(), token: grant.accessToken).payload(Keyed<Photo>.self).value
        let liam = try await server.join("liam@cs.stanford.edu", profile: .valid("Liam"))
        let newcomer = try await server.signIn("new@stanford.edu")
        let stranger = try await server.join("ana@uba.edu.ar", profile: .valid("Ana"))
        #expect(try await server.photo(photo.id, of: grant.userID, token: liam.accessToken).status == 404)
        var profile = Profile.valid()
        profile.photos = [photo]
        try await server.save(profile, token: grant.accessToken)
        #expect(try await server.photo(photo.id, of: grant.userID, token: liam.accessToken).status == 200)
        for token in [newcomer.accessToken, stranger.accessToken] {
            #expect(try await server.photo(photo.id, of: grant.userID, token: token).code == .notFound)
        }
        #expect(try await server.photo(photo.id, of: grant.userID, token: nil).status == 401)
        #expect(try await server.photo(photo.id, of: liam.userID, token: liam.accessToken).status == 404)
    }

    @Test func `an unusual spelling of a path does not reach another person's photo`() async throws {
        let grant = try await server.signIn(maya)
        let photo = try await server.upload(TestImage.jpeg(), token: grant.accessToken).payload(Keyed<Photo>.self).value
        let liam = try await server.join("liam@stanford.edu")
        for path in [
            "/users/\(liam.userID)/photos/..%2F..%2F\(grant.userID)%2Fphotos%2F\(photo.id)",
            "/users/\(grant.userID)%2F\(photo.id)/photos/x", "/users/me/photos/\(photo.id)",
            "/users/\(liam.userID)/photos/\(photo.id)%00", "/users/\(grant.userID)/photos/\(photo.id)/",
        ] {
            #expect(try await server.send(.get, path, token: liam.accessToken).status == 404)
        }
    }
}
