import Foundation
import Observation
import OrbitModels
import Presentation
import Randonneuring

/// The screen BrevetDetailView: a brevet with the opening and closing times of its controls.
@MainActor @Observable public final class BrevetDetailViewModel {
    /// A control with its times by the rules of the brevet's month.
    public struct ControlRow: Hashable, Sendable {
        /// The control.
        public let control: Brevet.Control
        /// The times, or the reason why the control cannot be on this brevet.
        public let times: Result<ControlTimes, ControlError>
        /// The instant at which the control opens; `nil` without times.
        public let opensAt: Date?
        /// The instant at which the control closes; `nil` without times.
        public let closesAt: Date?
    }

    private let brevet: FreshResource<Keyed<Brevet>>

    init(_ known: Brevet, in context: ClubContext) {
        brevet = FreshResource("team_asha.brevet", ClubService.brevet(known.id), in: context)
        brevet.resource.begin(with: Keyed(known))
    }

    /// The brevet.
    public var state: LoadState<Brevet> { brevet.resource.state.derived(\.value) }

    /// The controls with their times; empty for a distance or a month without rules of ACP.
    public var card: [ControlRow] {
        guard let brevet = state.value, let distance = brevet.distance,
            let rules = brevet.month.flatMap(BrevetRules.valid)
        else { return [] }
        let times = rules.card(ofControlsAt: brevet.controls.map(\.kilometres), on: distance)
        return zip(brevet.controls, times).map { control, times in
            let known = try? times.get()  // the row keeps the reason
            func instant(_ minutes: Int?) -> Date? {
                minutes.map { brevet.startsAt.addingTimeInterval(TimeInterval($0) * 60) }
            }
            return ControlRow(
                control: control, times: times, opensAt: instant(known?.opensAfterMinutes),
                closesAt: instant(known?.closesAfterMinutes))
        }
    }

    /// A sentence about the times of intermediate controls; `nil` if they are binding.
    public var advice: String? {
        guard let rules = state.value?.month.flatMap(BrevetRules.valid), rules.intermediateTimesAreAdvisory,
            !card.isEmpty
        else { return nil }
        return "Times before the finish are advice. The times of the finish count."
    }

    /// Loads the brevet unless it is fresh.
    public func appear() async { await brevet.appear() }

    /// Asks the server for a changed brevet.
    public func refresh() async { await brevet.refresh() }
}
