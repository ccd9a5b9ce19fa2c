import Auth
import Networking
import OrbitApp

extension OrbitTerminal {
    /// Returns a terminal for a server. Its app differs from the demonstration only in the environment.
    static func onServer(_ server: ServerAddress) async throws -> OrbitTerminal {
        let transport = SystemTransport()
        try await ServerOption.check(server, over: transport)
        let app = AppModel(AppEnvironment(server: server, transport: transport, tokens: MemoryTokenStore()))
        await app.launch()
        print("Type your address. Then type the code from the mail, or 123456 with --demo.")
        return OrbitTerminal(app: app, demonstration: nil)
    }
}
