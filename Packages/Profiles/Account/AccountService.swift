public import Foundation
public import Networking

/// The routes of an account: its export and its erasure.
public enum AccountRoutes {
    /// Responds with everything that the caller has entered, as one file; see `Docs/export.md`.
    public static let export = Route(.get, "/users/me/export")
    /// Erases the caller's account. Requires a sign-in within the last 15 minutes.
    public static let erase = Route(.delete, "/users/me")

    /// All routes of this area.
    public static let all = [export, erase]
}

/// A client for the export and the erasure of the user's account.
///
/// ```swift
/// try await account.export().write(to: file)
/// try await account.erase()
/// ```
public struct AccountService: Sendable {
    private let client: APIClient

    /// Creates a service that sends its requests through `client`.
    public init(client: APIClient) {
        self.client = client
    }

    /// Returns the archive as a JSON file; see `Docs/export.md`. The server allows three exports per hour.
    public func export() async throws -> Data {
        try await client.content(of: Endpoint(AccountRoutes.export))
    }

    /// Erases the account and ends all its sessions. The erasure cannot be undone.
    ///
    /// - Throws: A problem with code `sign_in_again` if the last sign-in is more than 15 minutes ago.
    public func erase() async throws {
        try await client.perform(Endpoint(AccountRoutes.erase))
    }
}
