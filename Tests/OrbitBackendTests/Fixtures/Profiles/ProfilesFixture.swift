import Foundation
import Networking
import OrbitModels
import OrbitStore
import Profiles

@testable import BackendRuntime
@testable import OrbitBackend

extension FeatureFixture {
    static let profiles = FeatureFixture(
        contract: [.profiles],
        accessMatrix: AccessFixture(
            requests: requests, kinds: ["user": AccessFixture.Kind(roles: [:], others: [.person])],
            // Callers without a profile are shown no people, so they find no photo.
            exceptions: [.init(operation: "readPhoto", column: .incomplete, response: .unseen)],
            steps: [.present: { try await $0.makePhoto() }]),
        blockMatrix: BlockFixture(rows: rows, steps: [.people: { try await $0.makeProfile(of: $1) }]),
        life: [.alone: { try await $0.fillProfile() }],
        archive: ArchiveFixture(
            sections: ["account", "photos"],
            refused: [
                (
                    #""user_id":"PERSON","version""#, #""user_id":"another","version""#,
                    .invalid(section: "account")
                ),
                (
                    #""email":"canary@stanford.edu""#, #""email":"canary@elsewhere.example""#,
                    .invalid(section: "account")
                ),
                (#""name":"canary Okafor""#, #""name":"""#, .invalid(section: "account")),
                (#""content":""#, #""content":"AAAA"#, .invalid(section: "photos")),
            ]))

    private static let requests: [String: AuthorizationRequest] = [
        "updateMe": .json(version) { _ in Profile.valid("New Name") },
        "uploadPhoto": AuthorizationRequest(
            body: { _ in photo }, fields: { _ in [("Content-Type", "multipart/form-data; boundary=b")] }),
    ]

    private static let photo =
        Data("--b\r\nContent-Disposition: form-data; name=\"photo\"; filename=\"x\"\r\n\r\n".utf8)
        + TestImage.jpeg("another") + Data("\r\n--b--\r\n".utf8)

    /// The version of the caller's own record.
    private static let version: AuthorizationRequest.Fields = { scene in
        let record = try await scene.server.store.read { try $0.get(AccountRecord.self, scene.caller.id.rawValue) }
        return record.map { [("If-Match", $0.entityTag.rawValue)] } ?? []
    }

    private static let rows: [String: BlockRow] = [
        "readPerson": .shows, "readPhoto": .shows, "readMe": .ofCaller, "updateMe": .own, "uploadPhoto": .own,
    ]
}

extension AuthorizationWorld {
    fileprivate mutating func makePhoto() async throws {
        let owner = try person(.owner)
        let photo = try await server.upload(TestImage.png(), token: owner.token).payload(Keyed<Photo>.self).value
        var profile = Profile.valid("Owner")
        profile.photos = [photo]
        try await server.save(profile, token: owner.token)
        identifiers["user_id"] = owner.id.rawValue
        identifiers["photo_id"] = photo.id.rawValue
    }
}

extension BlockWorld {
    fileprivate mutating func makeProfile(of number: Int) async throws {
        let (me, name) = (pair[number], Self.names[number])
        let image = TestImage.png(name)
        let photo = try await server.upload(image, token: me.token).payload(Keyed<Photo>.self).value
        var profile = Profile.valid(name)
        (profile.bio, profile.major, profile.photos) = ("\(name) here", name, [photo])
        profile.socials = Socials(["instagram": name.lowercased()])
        try await server.save(profile, token: me.token)
        own[number]["user_id"] = [me.id.rawValue]
        own[number]["photo_id"] = [photo.id.rawValue]
    }
}

extension FullLife {
    fileprivate func fillProfile() async throws {
        let canary = Self.canary
        let photo = try await server.upload(TestImage.png("\(canary)-photo"), token: person.token)
            .payload(Keyed<Photo>.self).value
        var profile = Profile.valid("\(canary) Okafor", interests: ["music", "travel", "\(canary) walks"])
        (profile.bio, profile.photos) = ("I am \(canary)", [photo])
        try await server.save(profile, token: person.token)
    }
}
