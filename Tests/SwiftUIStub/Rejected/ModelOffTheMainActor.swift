// error: main actor-isolated property 'count' can not be referenced from a nonisolated context
import Observation
import SwiftUI

@MainActor @Observable final class SharedModel {
    var count = 0
}

/// A function of a view that reads a model outside the main actor.
struct ModelOffTheMainActor: View {
    let model: SharedModel

    var body: some View { Text("\(model.count)") }

    nonisolated func total() -> Int { model.count }
}
