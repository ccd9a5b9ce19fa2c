import OrbitModels
import Profiles
import SwiftUI

/// The second step: three scales, each of which may stay open.
struct PersonalityStep: View {
    @Bindable var profile: ProfileViewModel
    @Environment(\.words) private var words

    var body: some View {
        ScaleSection(low: words(.introvert), high: words(.extrovert), value: $profile.introvertExtrovert)
        ScaleSection(low: words(.spontaneous), high: words(.planner), value: $profile.spontaneousPlanner)
        ScaleSection(low: words(.active), high: words(.relaxed), value: $profile.activeRelaxed)
        Section {
            ProblemText(profile.message(for: "personality"))
        } footer: {
            Text(words(.scalesHint))
        }
    }
}

/// A scale between two opposites, with the choice not to answer.
private struct ScaleSection: View {
    let low: String
    let high: String
    @Binding var value: Double?
    @Environment(\.words) private var words

    var body: some View {
        Section("\(low) – \(high)") {
            Toggle(words(.leaveOpen), isOn: $value.isOpen)
            if !value.isOpen {
                Slider(value: $value.position, in: 0...1) {
                    Text("\(low) – \(high)")
                } minimumValueLabel: {
                    Text(low)
                } maximumValueLabel: {
                    Text(high)
                }
            }
        }
    }
}
