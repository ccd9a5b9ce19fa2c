public import DurableFiles
import Foundation
import OrbitModels

/// Stores, across sign-outs, that a user has signed in on this device. The device then has its own limits for
/// requesting codes.
///
/// It stores the device token of the latest sign-in and no address. The token does not identify a user and gives no
/// access.
///
/// ```swift
/// let directory = PrivateDirectory(".orbit", under: "/home/maya")
/// let device = DeviceTokenStore(file: DurableFile("device", in: directory))
/// ```
public actor DeviceTokenStore {
    private let file: DurableFile?
    private var token: DeviceToken?

    /// - Parameter file: The file that keeps the token between launches; `nil` keeps it only in memory.
    public init(file: DurableFile? = nil) {
        self.file = file
    }

    /// Returns the token, or `nil` before the first sign-in on this device or if the file cannot be read.
    func load() async -> DeviceToken? {
        if let token { return token }
        guard let file, case .value(let stored) = await file.read(),
            let text = String(bytes: stored.payload, encoding: .utf8), !text.isEmpty
        else { return nil }
        if token == nil { token = DeviceToken(text) }
        return token
    }

    /// Replaces the token. If it cannot be written, the sign-in does not fail, and the token is kept in memory.
    func keep(_ token: DeviceToken) async {
        self.token = token
        // The token in memory is used until the process ends. The next sign-in writes again.
        _ = try? await file?.write(Data(token.reveal.utf8))
    }
}
