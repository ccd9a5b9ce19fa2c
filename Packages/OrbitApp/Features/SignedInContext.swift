import DurableFiles
public import Foundation
public import Networking
public import OrbitModels
public import Presentation
public import TimeAndChance
public import Validation

/// The parts of a session from which a feature makes its models.
///
/// A feature may retain it as long as its models.
@MainActor public struct SignedInContext {
    /// The client with the access token of the user. Its calls end with `CancellationError` after the session.
    public let client: APIClient
    /// The log that the app follows. The app alone calls `follow(_:)` and `leaveOut(_:)`.
    public let log: PersonLog

    let environment: AppEnvironment
    /// Weak, because the parts retain the models, which may retain this value.
    weak var parts: SessionParts?
    /// The name of the feature.
    let feature: String

    /// The clock that notifies screens when time changes a value; the clock of the log.
    public var clock: ScreenClock { log.clock }
    /// The source of the time.
    public var time: any TimeSource { log.time }
    /// The source of random numbers.
    public var random: RandomSource { environment.random }
    /// The words of the app and of all features, with those of the front end.
    public var catalogue: MessageCatalogue { environment.catalogue }
    /// The words for values and sentences.
    public var words: Words { catalogue.words }
    /// The time zone of the campus.
    public var zone: TimeZone { environment.zone }

    /// Returns a file for one value of the user, such as a draft. A sign-out and an erasure of the account remove it.
    ///
    /// Call it while the models are made: of an earlier launch the app removes the files that the models ask for.
    ///
    /// - Parameters:
    ///   - name: Letters, digits, hyphens and underscores. Features have separate names.
    ///   - type: The type of the value.
    /// - Returns: The file; without ``AppEnvironment/directory`` and after the session, a file that stores nothing.
    public func file<Value: Codable & Sendable>(
        _ name: String, of type: Value.Type = Value.self
    ) -> PersonalFile<Value> {
        let hasEnded = parts?.hasEnded ?? true
        // No name of a feature contains a dot, and neither does any file of the app.
        let file = PersonalFile<Value>(hasEnded ? nil : environment.file("feature.\(feature).\(name)"))
        parts?.add(file)
        return file
    }
}
