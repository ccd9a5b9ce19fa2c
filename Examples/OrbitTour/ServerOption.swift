import Foundation
import Networking

/// The option `--server URL` of an example. Without it, the backend runs in the process of the example.
enum ServerOption {
    private static let usage = "Use --server URL, such as --server http://127.0.0.1:8080, or no option."

    /// Returns the address of the API. A URL without a path gets the path `/api`, which `orbit-server` uses.
    ///
    /// - Parameter arguments: The arguments without the name of the program.
    /// - Returns: `nil` without arguments.
    /// - Throws: ``ExampleError`` if the arguments are not the option with a valid URL.
    static func address(in arguments: ArraySlice<String>) throws(ExampleError) -> ServerAddress? {
        guard let option = arguments.first else { return nil }
        guard option == "--server" else {
            throw ExampleError("\(option) is not an option of this program. \(usage)", status: ExampleError.wrongUsage)
        }
        guard arguments.count == 2, let text = arguments.last else {
            throw ExampleError("--server needs one URL. \(usage)", status: ExampleError.wrongUsage)
        }
        do {
            let server = try ServerAddress(text)
            let hasPath = server.description.split(separator: "/").count > 2
            return try hasPath ? server : ServerAddress(server.description + "/api")
        } catch {
            throw ExampleError(
                "\(text) is not the URL of a server. \(rule(of: error))", status: ExampleError.wrongUsage)
        }
    }

    /// Checks that an API responds at the address. Without a session, it refuses the request for the own profile.
    ///
    /// - Throws: ``ExampleError`` if there is no response, or the response of another program.
    static func check(_ server: ServerAddress, over transport: any HTTPTransport) async throws(ExampleError) {
        guard let url = URL(string: "\(server)/users/me") else { throw ExampleError("\(server) is not a URL.") }
        let status: Int
        do {
            status = try await transport.send(HTTPRequest(method: .get, url: url)).status
        } catch {
            throw ExampleError("No server responds at \(server) (\(error)). Start it, or check the URL.")
        }
        guard status == 401 else {
            throw ExampleError(
                "The server at \(server) responds with status \(status) in place of 401. Check the path of the URL.")
        }
    }

    private static func rule(of error: ServerAddress.Invalid) -> String {
        switch error {
        case .scheme: "It begins with http:// or https://."
        case .insecure: "Plain http reaches only this machine. Use https for other machines."
        case .port: "The port is a number from 1 to 65535."
        default: "It has a host, and optionally a port and a path."
        }
    }
}

/// An error that ends an example. Its message says what to do next.
struct ExampleError: Error {
    /// The exit status for wrong arguments, `EX_USAGE` of sysexits.
    static let wrongUsage: Int32 = 64

    let message: String
    let status: Int32

    init(_ message: String, status: Int32 = 1) {
        (self.message, self.status) = (message, status)
    }

    /// Prints the message to standard error, and ends the process with the status.
    func endProcess() -> Never {
        FileHandle.standardError.write(Data("\(message)\n".utf8))
        exit(status)
    }
}
