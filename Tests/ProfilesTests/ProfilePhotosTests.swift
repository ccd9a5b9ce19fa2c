import Foundation
import Networking
import NetworkingTesting
import OrbitModels
import Presentation
import Profiles
import Testing
import TimeAndChance
import Validation

@Suite @MainActor struct ProfilePhotosTests {
    @Test func `a photo is sent as a multipart form with an idempotency key`() async throws {
        let stub = StubTransport([try accepted("ph_1")])
        let photos = try model(stub).photos
        await photos.add(jpeg())
        #expect(photos.sent.map(\.id) == ["ph_1"])
        #expect(photos.failure == nil)
        let request = try #require(await stub.requests.first)
        #expect(request.headers[.contentType]?.hasPrefix("multipart/form-data; boundary=") == true)
        #expect(request.headers[.idempotencyKey] != nil)
        try await stub.finish()
    }

    @Test func `a seventh photo is refused without asking the server`() async throws {
        let stub = StubTransport(try (1...6).map { try accepted(PhotoID("ph_\($0)")) })
        let photos = try model(stub).photos
        for number in 1...7 { await photos.add(jpeg(UInt8(number))) }
        #expect(photos.sent.count == 6)
        #expect(photos.failure?.message.contains("6") == true)
        try await stub.finish()
    }

    @Test(arguments: [Data(), Data("<html>".utf8), Data("GIF89a".utf8), jpeg().dropLast(2)])
    func `a file that is not a whole JPEG or PNG is refused without a request`(image: Data) async throws {
        let stub = StubTransport([])
        let photos = try model(stub).photos
        await photos.add(image)
        #expect(photos.items.isEmpty)
        #expect(photos.failure?.message.isEmpty == false)
        try await stub.finish()
    }

    @Test func `a photo that did not arrive can be sent again`() async throws {
        let stub = StubTransport([
            .expect(.post, "/api/users/me/photo", error: .connectionLost), try accepted("ph_1"),
        ])
        let photos = try model(stub).photos
        await photos.add(jpeg())
        let item = try #require(photos.items.first)
        guard case .failed = item.stage else { Issue.record("expected a failure, found \(item.stage)"); return }
        await photos.retry(item.id)
        #expect(photos.sent.map(\.id) == ["ph_1"])
        #expect(photos.items.map(\.id) == [item.id])
        try await stub.finish()
    }

    @Test func `the first photo is the primary one and the order can be changed`() async throws {
        let photos = try model(StubTransport([try accepted("a"), try accepted("b"), try accepted("c")])).photos
        for number in 0..<3 { await photos.add(jpeg(UInt8(number))) }
        let last = try #require(photos.items.last)
        photos.move(last.id, to: 0)
        photos.move(last.id, to: 7)
        #expect(photos.sent.map(\.id) == ["c", "a", "b"])
        let second = try #require(photos.items.last)
        photos.makePrimary(second.id)
        #expect(photos.sent.map(\.id) == ["b", "c", "a"])
        photos.remove(second.id)
        #expect(photos.sent.map(\.id) == ["c", "a"])
    }

    @Test func `photos keep the order in which they were added, whatever their size`() async throws {
        let stub = StubTransport([try accepted("first"), try accepted("second")])
        let photos = try model(stub).photos
        // An application segment is removed. It lets the first photo take longer than the second one.
        let segment = Data([0xFF, 0xEB, 0xFF, 0xFF]) + Data(count: 0xFFFD)
        let segments = (0..<100).reduce(into: Data()) { data, _ in data += segment }
        let large = jpeg(1).prefix(2) + segments + jpeg(1).dropFirst(2)
        // Tasks of the main actor start in order.
        let tasks = [Task { await photos.add(large) }, Task { await photos.add(jpeg(2)) }]
        for task in tasks { await task.value }
        #expect(photos.items.compactMap(\.preview) == [jpeg(1), jpeg(2)])
    }

    @Test func `metadata of a photo is not sent`() async throws {
        let stub = StubTransport([try accepted("ph_1")])
        let photos = try model(stub).photos
        await photos.add(Data(SampleJPEG.withMetadata()))
        let body = try #require(await stub.requests.first).body
        #expect(body.firstRange(of: Data(SampleJPEG.cleaned())) != nil)
        #expect(body.firstRange(of: Data(SampleJPEG.position)) == nil)
    }

    @Test func `the same picture with different metadata is a single photo`() async throws {
        let stub = StubTransport([try accepted("ph_1")])
        let photos = try model(stub).photos
        await photos.add(Data(SampleJPEG.withMetadata()))
        await photos.add(Data(SampleJPEG.cleaned()))
        #expect(photos.items.count == 1)
        #expect(photos.failure?.message.contains("already") == true)
        try await stub.finish()
    }

    @Test func `a picture that the server had already is not shown twice`() async throws {
        let stub = StubTransport([try accepted("ph_1"), try accepted("ph_1")])
        let photos = try model(stub).photos
        await photos.add(jpeg(1))
        await photos.add(jpeg(2))
        #expect(photos.sent.map(\.id) == ["ph_1"])
        #expect(photos.failure?.message.contains("already") == true)
    }

    @Test func `a form whose edits are cancelled while a photo is being cleaned does not get the photo`() async throws {
        let profile = try model(StubTransport([try accepted("ph_1")]))
        let photos = profile.photos
        let adding = Task { await photos.add(jpeg()) }
        for await isSending in changes(of: { photos.isSending }) where isSending { break }
        await profile.cancelEditing()
        #expect(!photos.isSending)
        await adding.value
        #expect(photos.items.isEmpty && photos.failure == nil)
    }

    @Test func `the image itself is fetched by the ids alone`() async throws {
        let stub = StubTransport([
            .expect(.get, "/api/users/u_2/photos/ph%2F1", response: HTTPResponse(status: 200, body: jpeg()))
        ])
        let service = ProfileService(client: try .scripted(stub, time: VirtualClock()))
        #expect(try await service.photo("ph/1", of: "u_2") == jpeg())
        try await stub.finish()
    }

    private func accepted(_ id: PhotoID) throws -> StubTransport.Exchange {
        .expect(
            .post, "/api/users/me/photo",
            response: try .success(Keyed(Photo(id: id, url: "/users/u_1/photos/\(id)"))))
    }

    private func model(_ stub: StubTransport) throws -> ProfileViewModel {
        let clock = VirtualClock()
        return ProfileViewModel(
            service: ProfileService(client: try .scripted(stub, time: clock), random: .seeded(2)),
            log: EventLog(time: clock, random: .seeded(3)))
    }
}
