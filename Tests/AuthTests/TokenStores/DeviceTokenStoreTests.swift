import DiskSimulation
import DurableFiles
import Foundation
import Networking
import NetworkingTesting
import OrbitModels
import Testing
import TimeAndChance
import Validation

@testable import Auth

@Suite struct DeviceTokenStoreTests {
    private let disk = SimulatedDisk()
    private let clock = VirtualClock()

    private var file: DurableFile { DurableFile("device", in: PrivateDirectory("orbit", under: "/home", on: disk)) }

    private func known() async -> DeviceToken? { await DeviceTokenStore(file: file).load() }

    @Test func `a device token is kept across launches, and only the token is stored`() async throws {
        await DeviceTokenStore(file: file).keep(DeviceToken("device-1"))
        await DeviceTokenStore(file: file).keep(DeviceToken("device-2"))
        #expect(await known() == DeviceToken("device-2"))
        guard case .value(let stored) = await file.read() else { Issue.record("nothing stored"); return }
        #expect(stored.payload == Data("device-2".utf8))
    }

    @Test(arguments: [[], [0xFF, 0xFE]] as [[UInt8]])
    func `a damaged file has no device token`(_ contents: [UInt8]) async throws {
        try await file.write(Data(contents))
        #expect(await known() == nil)
    }

    @Test func `a device token that cannot be written is kept until the process ends`() async {
        disk.failAlways(with: .diskFull)
        let device = DeviceTokenStore(file: file)
        await device.keep(DeviceToken("device-1"))
        #expect(await device.load() == DeviceToken("device-1"))
        #expect(await known() == nil)
    }

    @Test func `a code request after a sign-in carries the device token, also after signing out`()
        async throws
    {
        let sent = CodeSent(message: "Sent.", challengeID: "ch_1", expiresIn: 600, resendAfter: 30, attempts: 5)
        var bodies: [String] = []
        for (round, token) in ["device-1", nil, "device-2", nil].enumerated() {
            let grant = AuthGrant(
                accessToken: AccessToken("a"), refreshToken: RefreshToken("r"), expiresIn: 900, isNewUser: false,
                userID: "u_1",
                deviceToken: token.map { DeviceToken($0) })
            let stub = StubTransport([
                .expect(.post, "/api/auth/send-code", response: try .success(sent)),
                .expect(.post, "/api/auth/verify-code", response: try .success(grant)),
                .expect(.post, "/api/auth/logout", response: try .success(MessageData(message: "Bye."))),
            ])
            let client = try APIClient.scripted(stub, time: clock)
            let session = CurrentSession(store: MemoryTokenStore(), client: client, time: clock)
            // A new service, as after each launch of the app.
            let service = AuthService(
                client: client, session: session, device: DeviceTokenStore(file: file), time: clock,
                random: .seeded(UInt64(round)))
            let email = try EmailAddress("maya@stanford.edu")
            _ = try await service.sendCode(to: email)
            try await service.verify(VerificationCode("123456"), for: email, challenge: sent.challengeID)
            try await service.logout()
            let body = try #require(await stub.requests.first?.body)
            bodies.append(try JSONDecoder().decode(SendCodeRequest.self, from: body).deviceToken?.reveal ?? "none")
            try await stub.finish()
        }
        #expect(bodies == ["none", "device-1", "device-1", "device-2"])
    }
}
