import Foundation
import OrbitModels
import Profiles
import SwiftUI

/// The fourth step: how, why and when the person likes to meet.
struct MeetingStep: View {
    @Bindable var profile: ProfileViewModel
    @Environment(\.words) private var words

    var body: some View {
        let preferences = profile.draft.socialPreferences
        Section {
            Picker(words(.groupSize), selection: $profile.draft.socialPreferences.groupSize) {
                Text("–").tag(GroupSize?.none)
                ForEach(GroupSize.known, id: \.self) { Text(words($0)).tag(GroupSize?.some($0)) }
            }
            Picker(words(.frequency), selection: $profile.draft.socialPreferences.meetingFrequency) {
                Text("–").tag(MeetingFrequency?.none)
                ForEach(MeetingFrequency.known, id: \.self) { Text(words($0)).tag(MeetingFrequency?.some($0)) }
            }
            ProblemText(profile.message(for: "social_preferences"))
        }
        Section(words(.preferredTimes)) {
            Choices(PreferredTime.known) {
                words($0)
            } isChosen: {
                preferences.preferredTimes.contains($0)
            } toggle: {
                profile.toggle($0)
            }
        }
        Section(words(.goals)) {
            Choices(FriendshipGoal.known) {
                words($0)
            } isChosen: {
                profile.draft.friendshipGoals.contains($0)
            } toggle: {
                profile.toggle($0)
            }
            ProblemText(profile.message(for: "friendship_goals"))
        }
        Section {
            HourGrid(profile: profile)
            ProblemText(profile.message(for: "availability"))
        } header: {
            Text(words(.freeHours))
        } footer: {
            Text(profile.disclosure(of: .availability) ?? "")
        }
    }
}

/// The hours of the week at which the person is free.
private struct HourGrid: View {
    let profile: ProfileViewModel
    @Environment(\.words) private var words

    var body: some View {
        let hours = profile.draft.availability?.hours ?? HourSet()
        Text(hours.text(names: words.weekdayNames))
        ScrollView(.horizontal) {
            Grid(horizontalSpacing: 4, verticalSpacing: 4) {
                ForEach(Weekday.allCases, id: \.self) { day in
                    GridRow {
                        Text(words.text(day.key, in: Weekday.shortVocabulary) ?? day.key).font(.caption)
                        ForEach(0..<24, id: \.self) { hour in
                            cell(of: day, hour, hours)
                        }
                    }
                }
            }
        }
    }

    @ViewBuilder private func cell(of day: Weekday, _ hour: Int, _ hours: HourSet) -> some View {
        if let range = HourRange(from: hour, to: hour + 1) {
            let isFree = hours.contains(range, on: day)
            Button("\(hour)") { profile.toggle(range, on: [day]) }
                .buttonStyle(.bordered)
                .tint(isFree ? Color.accentColor : Color.gray)
                .accessibilityLabel("\(words(day)) \(hour):00")
                .accessibilityAddTraits(isFree ? [.isSelected] : [])
        }
    }
}
