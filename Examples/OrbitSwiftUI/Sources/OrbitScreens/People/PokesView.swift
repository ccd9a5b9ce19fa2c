import Connections
import OrbitApp
import OrbitModels
import Presentation
import SwiftUI

/// The pokes that wait for an answer, and the sent pokes.
struct PokesView: View {
    let pokes: PokesViewModel
    @Environment(\.words) private var words

    var body: some View {
        List {
            FailureText(pokes.failure)
            Section(words(.received)) {
                PagedRows(pokes.incoming) { poke in
                    row(of: poke.person, poke.poke)
                    HStack {
                        ActionButton(words(.accept)) { await pokes.accept(poke) }
                        ActionButton(words(.decline)) { await pokes.decline(poke) }
                        ActionButton(words(.ignore)) { await pokes.ignore(poke) }
                    }
                    .buttonStyle(.borderless)
                    .disabled(pokes.inFlight.contains(poke.id))
                }
            }
            Section(words(.sent)) {
                PagedRows(pokes.outgoing) { poke in
                    row(of: poke.person, poke.poke)
                        .swipeActions {
                            ActionButton(words(.withdraw), role: .destructive) { await pokes.withdraw(poke) }
                        }
                }
            }
        }
        .task { await pokes.incoming.load() }
        .task { await pokes.outgoing.load() }
    }

    private func row(of person: Person, _ poke: Poke) -> some View {
        NavigationLink(value: AppSheet.person(person.id)) {
            VStack(alignment: .leading) {
                Text(person.profile.name).font(.headline)
                Text(words(poke.note))
                Text(words(poke.status)).font(.caption).foregroundStyle(.secondary)
            }
        }
    }
}
