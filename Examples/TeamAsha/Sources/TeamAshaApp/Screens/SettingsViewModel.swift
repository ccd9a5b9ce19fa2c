import DurableFiles
import Observation
import OrbitModels
import Presentation
import Randonneuring
import TimeAndChance

/// The screen SettingsView: the preferred unit, the place of the session, and the sign-out.
@MainActor @Observable public final class SettingsViewModel {
    /// The preferences of a rider on this device.
    private struct Preferences: Codable, Sendable {
        var unit: String
    }

    /// The preferred unit of distances and Eddington numbers.
    public private(set) var unit = DistanceUnit.kilometres
    /// The failure of the last change, until the next.
    public private(set) var failure: Failure?
    /// A sentence about the protection of the stored session.
    public let sessionExplanation: String

    private let me: RiderID
    private let log: EventLog
    private let file: PerUserFile<Preferences>

    init(_ context: ClubContext, in file: DurableFile?, sessionExplanation: String) {
        (me, log) = (context.me, context.log)
        self.file = PerUserFile(file)
        self.sessionExplanation = sessionExplanation
    }

    /// Reads the preferences. An unknown unit of a newer version is ignored.
    func begin() async {
        if let stored = await file.value(of: me).flatMap({ DistanceUnit(rawValue: $0.unit) }) { unit = stored }
    }

    /// Changes the unit at once, and stores it. If it cannot be stored, it is valid until the app ends.
    public func setUnit(_ unit: DistanceUnit) async {
        self.unit = unit
        failure = nil
        do {
            try await file.keep(Preferences(unit: unit.rawValue), of: me)
        } catch {
            failure = Failure(error, at: log.time.date, in: log.words)
        }
    }
}
