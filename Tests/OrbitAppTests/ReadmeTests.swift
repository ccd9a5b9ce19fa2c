import Auth
import Foundation
import Networking
import OrbitApp
import OrbitBackend
import Testing

@Suite @MainActor struct ReadmeTests {
    @Test func `the first lines of the README do what they say`() async throws {
        let backend = OrbitBackend(store: MemoryStore(), configuration: .demonstration())
        let app = AppModel(
            AppEnvironment(
                server: try ServerAddress("https://orbit.example/api"),
                transport: InProcessTransport(backend), tokens: MemoryTokenStore(), registry: CampusSeed.registry))
        await app.launch()
        #expect(app.route == .auth)
        app.auth.email = "maya@orbit.example"
        await app.auth.sendCode()
        #expect(app.auth.authState == .verification)
    }

    @Test func `those lines are the README's`() throws {
        let here = URL(filePath: #filePath)
        let root = here.deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        let readme = try String(contentsOf: root.appending(path: "README.md"), encoding: .utf8)
        let block = try #require(readme.split(separator: "```swift\n").dropFirst().first?.split(separator: "```").first)
        let tested = try String(contentsOf: here, encoding: .utf8)
        for line in block.split(separator: "\n") where !line.hasPrefix("import") {
            let code = line.split(separator: "//")[0].trimmingCharacters(in: .whitespaces)
            #expect(line.hasPrefix("        server") || tested.contains(code), "\(code)")
        }
    }
}
