import Auth
import Foundation
import Networking
import OrbitModels
import OrbitStore
import Profiles
import Testing
import Validation

@testable import BackendRuntime
@testable import OrbitBackend

@Suite struct PhotoMetadataTests {
    private let server = TestServer()

    @Test func `the place in the metadata of an uploaded photo is not stored`() async throws {
        let maya = try await server.signIn("maya@stanford.edu")
        let original = TestImage.jpeg(withExif: "37.8719 N 122.2585 W")
        let photo = try await server.upload(original, token: maya.accessToken).payload(Keyed<Photo>.self).value
        let kept = try await server.photo(photo.id, of: maya.userID, token: maya.accessToken).body
        #expect(kept == TestImage.jpeg())
        #expect(kept.firstRange(of: Data("37.8719".utf8)) == nil)
    }

    @Test func `photos that differ only in metadata have the same id`() async throws {
        let maya = try await server.signIn("maya@stanford.edu")
        let first = try await server.upload(TestImage.jpeg(withExif: "here"), token: maya.accessToken, key: "k")
        let second = try await server.upload(TestImage.jpeg(withExif: "there"), token: maya.accessToken, key: "k")
        let clean = try await server.upload(TestImage.jpeg(), token: maya.accessToken)
        let ids = try [first, second, clean].map { try $0.payload(Keyed<Photo>.self).value.id }
        #expect(Set(ids).count == 1)
    }

    @Test func `a damaged photo is refused`() async throws {
        let maya = try await server.signIn("maya@stanford.edu")
        for file in [
            TestImage.jpeg(withExif: "here").dropLast(2), TestImage.png().dropLast(1), TestImage.jpeg().prefix(20),
        ] {
            let response = try await server.upload(file, token: maya.accessToken)
            #expect(response.status == 422)
            #expect(response.problem?.fields.map(\.code) == [.damaged])
        }
        let kept = try await server.store.read { try PhotoAlbum(owner: maya.userID, basePath: "").records(in: $0) }
        #expect(kept.isEmpty)
    }
}
