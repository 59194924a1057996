import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(Understudy.class)
class TokenTest {
  @Test
  void livesAnHour() throws Exception {
    String base = Understudy.sandbox("token-lives-an-hour");
    JsonNode analysis = Understudy.description.get("credentials").get("analysis");
    String scope = analysis.get("scopes").get("inventory").asText();
    String form = "grant_type=client_credentials&client_id=" + analysis.get("clientId").asText() + "&client_secret="
        + analysis.get("clientSecret").asText() + "&scope=" + URLEncoder.encode(scope, StandardCharsets.UTF_8);
    String answer = Understudy.post(base + "/connect/token", "application/x-www-form-urlencoded", form);
    String token = Understudy.JSON.readTree(answer).get("access_token").asText();
    assertEquals(200, statusOfData(base, token));
    Understudy.post(base + "/_sim/clock/advance", "application/json", "{\"by\": \"PT61M\"}");
    assertEquals(403, statusOfData(base, token));
  }

  private static int statusOfData(String base, String token) throws Exception {
    HttpRequest request = HttpRequest.newBuilder(URI.create(base + "/io/data"))
        .header("authorization", "Bearer " + token).header("tenantId", "acme").build();
    return Understudy.HTTP.send(request, BodyHandlers.discarding()).statusCode();
  }
}
