public import OrbitModels

/// The models of a feature, from the sign-in to the end of the session.
///
/// The app creates them with each ``SignedInUser``, and ``SignedInUser/models(of:)`` returns them:
///
/// ```swift
/// @MainActor @Observable public final class NoticesModels: FeatureModels {
///     public let form: NoticeForm
///     private let service: NoticeService
///     private let log: EventLog
///
///     public init(_ context: SignedInContext) {
///         service = NoticeService(client: context.client)
///         log = context.log
///         form = NoticeForm(context)
///     }
///
///     public func end() { form.clear() }
/// }
/// ```
///
/// After the end of a session the requests of its models end with `CancellationError`, and their log receives nothing.
/// The app retains no models of an earlier session.
///
/// For a sign-out without a signed-in user, the app also creates models, but does not call ``begin(as:)``. It calls
/// ``end()`` and ``removeFiles()``, so that they remove the files of an earlier launch.
///
/// The app's own models conform as well if they do work when a session begins or ends.
@MainActor public protocol FeatureModels: AnyObject {
    /// Starts loading the values on which all screens depend. The app calls it once, with the identifier of the user.
    ///
    /// The default implementation does nothing.
    func begin(as user: UserID)

    /// Clears private values at the end of the session, also if the server ends it.
    ///
    /// The default implementation does nothing.
    func end()

    /// Removes the data on this device that a sign-out or an erasure of the account must remove. Called after
    /// ``end()``.
    ///
    /// Files of ``SignedInContext/file(_:of:)`` are removed by the app. The default implementation does nothing.
    ///
    /// - Throws: The error of a file that is still on disk. ``AppModel/logout(unsent:)`` throws the first of them, and
    ///   the models of the next sign-out try again.
    func removeFiles() async throws
}

extension FeatureModels {
    /// Does nothing.
    public func begin(as user: UserID) {}
    /// Does nothing.
    public func end() {}
    /// Does nothing.
    public func removeFiles() async throws {}
}
