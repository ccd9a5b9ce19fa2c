import Calendars
import Foundation
import OrbitModels
import Profiles
import SwiftUI

/// The first step: the name, the age, the place and a text.
struct BasicInfoStep: View {
    /// The networks for which the form has a field.
    private static let networks = ["instagram"]

    @Bindable var profile: ProfileViewModel
    @Environment(\.words) private var words
    /// The typed point on the map. The draft gets it when the user submits it.
    @State private var coordinates = ""

    var body: some View {
        Section {
            FormField(words(.name), text: $profile.draft.name, problem: profile.message(for: "name"))
            FormField(words(.major), text: $profile.major, problem: profile.message(for: "major"))
            FormField(words(.bio), text: $profile.draft.bio, isLong: true, problem: profile.message(for: "bio"))
        }
        birth
        Section {
            FormField(words(.city), text: $profile.city, problem: profile.message(for: "location"))
            FormField(words(.region), text: $profile.region)
            FormField(words(.homePosition), text: $coordinates)
                .onSubmit { profile.setCoordinates(coordinates) }
                .onAppear { coordinates = profile.coordinatesText }
        } footer: {
            Text(profile.disclosure(of: .coordinates) ?? "")
        }
        Section {
            ForEach(Self.networks, id: \.self) { network in
                FormField(
                    words(SocialNetwork(rawValue: network)), text: $profile[handleOn: network],
                    problem: profile.message(for: "socials.\(network)"))
            }
        } footer: {
            Text(profile.disclosure(of: .socials) ?? "")
        }
    }

    private var birth: some View {
        Section {
            Picker(words(.month), selection: $profile.birthMonthNumber) {
                Text("–").tag(Int?.none)
                ForEach(Array(words.calendarNames.months.enumerated()), id: \.offset) { month in
                    Text(month.element).tag(Int?.some(month.offset + 1))
                }
            }
            TextField(words(.year), value: $profile.birthYear, format: .number.grouping(.never))
            ProblemText(profile.message(for: "birth_month") ?? profile.message(for: "age"))
        } footer: {
            Text(profile.disclosure(of: .birthMonth) ?? "")
        }
    }
}
