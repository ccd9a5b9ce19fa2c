public import Networking

/// The routes of what becomes of an account.
public enum AccountRoutes {
    /// All that the caller has given, as one file; see `Docs/export.md`.
    public static let export = Route(.get, "/users/me/export")
    /// Erases the caller's account, within 15 minutes of a sign-in.
    public static let erase = Route(.delete, "/users/me")

    /// All routes of this area.
    public static let all = [export, erase]
}
