public import DurableFiles
import Foundation
import OrbitModels

/// Remembers across sign-outs that a user has signed in on this device, so that it gets its codes by limits of its own.
///
/// It holds the device token of the latest sign-in and no address: the token identifies no user and opens nothing.
///
/// ```swift
/// let directory = PrivateDirectory(".orbit", under: "/home/maya")
/// let device = KnownDevice(file: DurableFile("device", in: directory))
/// ```
public actor KnownDevice {
    private let file: DurableFile?
    private var token: DeviceToken?

    /// - Parameter file: Where the token is kept between launches; `nil` keeps it in memory only.
    public init(file: DurableFile? = nil) {
        self.file = file
    }

    /// The token; `nil` before the first sign-in on this device, or if the file cannot be read.
    func load() async -> DeviceToken? {
        if let token { return token }
        guard let file, case .value(let stored) = await file.read(),
            let text = String(bytes: stored.payload, encoding: .utf8), !text.isEmpty
        else { return nil }
        if token == nil { token = DeviceToken(text) }
        return token
    }

    /// Replaces the token. If it cannot be written, it is known until the process ends: a sign-in does not fail for it.
    func keep(_ token: DeviceToken) async {
        self.token = token
        // The token in memory serves until the process ends; the next sign-in writes again.
        _ = try? await file?.write(Data(token.reveal.utf8))
    }
}
