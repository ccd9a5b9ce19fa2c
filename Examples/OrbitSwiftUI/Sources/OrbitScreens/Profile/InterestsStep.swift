import OrbitModels
import Profiles
import SwiftUI

/// The third step: interests and sports.
struct InterestsStep: View {
    @Bindable var profile: ProfileViewModel
    @Environment(\.words) private var words

    var body: some View {
        let chosen = profile.draft.interests
        Section {
            Choices(Interest.predefined + chosen.filter { !$0.isPredefined }) {
                words($0)
            } isChosen: {
                chosen.contains($0)
            } toggle: {
                profile.toggle($0)
            }
            ProblemText(profile.message(for: "interests"))
            TextField(words(.otherInterest), text: $profile.customInterest)
                .onSubmit { profile.addCustomInterest() }
        } footer: {
            Text(words(.interestsHint))
        }
        Section(words(.sports)) {
            ForEach(Sport.known, id: \.self) { sport in
                Picker(words(sport), selection: $profile[levelAt: sport]) {
                    Text("–").tag(SkillLevel?.none)
                    ForEach(SkillLevel.known, id: \.self) { level in
                        Text(words(level)).tag(SkillLevel?.some(level))
                    }
                }
            }
        }
    }
}
