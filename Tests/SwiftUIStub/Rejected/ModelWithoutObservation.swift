// error: no exact matches in call to initializer
import SwiftUI

@MainActor final class PlainModel {
    var name = ""
}

/// A view of a model whose changes SwiftUI cannot observe.
struct ModelWithoutObservation: View {
    @Environment(PlainModel.self) private var model

    var body: some View { Text(model.name) }
}
