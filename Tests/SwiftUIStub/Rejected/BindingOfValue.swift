// error: cannot convert value 'name' of type 'String' to expected type 'Binding<String>'
import SwiftUI

/// A text field that gets the text in place of a binding.
struct BindingOfValue: View {
    @State private var name = ""

    var body: some View { TextField("Name", text: name) }
}
